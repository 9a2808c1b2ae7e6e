#!/usr/sbin/anytrace --tool
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * runqlat - how long do threads that could run wait for a CPU?
 *
 *	runqlat [-d seconds] [-j] [program]
 *
 * Microseconds from the moment that a thread was woken until it ran, for each program. Long waits say that there are too
 * few CPUs for the work, or that something with a higher priority keeps them.
 *
 * How: sched:::wakeup and on-cpu. Cost: some 1,500 instructions for each wake-up. Limits: a thread that was put off its
 * CPU while it could run has no wake-up: what it waits is not in here.
 */
#pragma D option quiet
#pragma D option defaultargs

BEGIN
/tool_text/
{
	printf("Measuring waits for a CPU; Ctrl-C ends.\n");
}

sched:::wakeup
{
	woken[args[0]->pr_lwpid] = timestamp;
}

sched:::on-cpu
/woken[tid] && ($$1 == "" || execname == $$1)/
{
	@[execname] = quantize((timestamp - woken[tid]) / 1000);
}

sched:::on-cpu
/woken[tid]/
{
	woken[tid] = 0;
}
