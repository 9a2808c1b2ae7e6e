#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * offcpu.d - what does a program wait for?
 *
 *	offcpu.d program
 *
 * For each place in the kernel where a thread of the program gave up its CPU: the stack, and the milliseconds until it
 * ran again. The largest is last.
 */
#pragma D option quiet

BEGIN
{
	printf("Measuring waits of %s; Ctrl-C ends.\n", $$1);
}

sched:::off-cpu
/execname == $$1/
{
	self->left = timestamp;
}

sched:::on-cpu
/self->left/
{
	@[stack(12)] = sum(timestamp - self->left);
	self->left = 0;
}

END
{
	normalize(@, 1000000);
	trunc(@, 10);
	printa("%k%@16d ms\n\n", @);
}
