#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * runqueue.d - how long do threads that could run wait for a CPU?
 *
 *	runqueue.d
 *
 * Microseconds from the moment that a thread was woken until it ran, for each program. Long waits say that there are too
 * few CPUs for the work, or that something with a higher priority keeps them.
 */
#pragma D option quiet

BEGIN
{
	printf("Measuring waits for a CPU; Ctrl-C ends.\n");
}

sched:::wakeup
{
	woken[args[0]->pr_lwpid] = timestamp;
}

sched:::on-cpu
/woken[tid]/
{
	@[execname] = quantize((timestamp - woken[tid]) / 1000);
	woken[tid] = 0;
}
