#!/usr/sbin/anytrace --tool
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * offcpu - what do programs wait for, and how long?
 *
 *	offcpu [-p pid | -c command] [-d seconds] [-t top] [-j] [program]
 *
 * For each place in the kernel where a thread gave up its CPU: the program, the stack, and the milliseconds until it ran
 * again, the longest first.
 *
 * How: sched:::off-cpu and on-cpu. Cost: some 3,000 instructions for each switch of threads that are watched. Limits: a
 * wait that has not ended when this command does is not counted.
 */
#pragma D option quiet
#pragma D option defaultargs
#pragma D option aggsortrev

BEGIN
/tool_text/
{
	printf("Measuring waits%s%s; Ctrl-C ends.\n", $$1 != "" ? " of " : "", $$1);
}

sched:::off-cpu
/pid && (!tool_pid || pid == tool_pid) && ($$1 == "" || execname == $$1)/
{
	self->left = timestamp;
}

sched:::on-cpu
/self->left/
{
	@[execname, stack(12)] = sum(timestamp - self->left);
	self->left = 0;
}

END
{
	normalize(@, 1000000);
	trunc(@, tool_top);
	printa("%s%k%@16d ms\n\n", @);
}
