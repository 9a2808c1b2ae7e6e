#!/usr/sbin/anytrace --tool
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * oncpu - where do the CPUs spend their time?
 *
 *	oncpu [-p pid | -c command] [-d seconds] [-t top] [-j] [program]
 *
 * 997 times a second it looks where each CPU is: stacks of the kernel, then of the program, and how often each was seen,
 * the hottest first. Idle CPUs are left out. 997 samples of one CPU are a second.
 *
 * How: profile-997. Cost: some 10,000 instructions for each sample, 0.5 % of a CPU. Limits: code that runs with interrupts
 * off is seen when they are on again.
 */
#pragma D option quiet
#pragma D option defaultargs
#pragma D option aggsortrev

BEGIN
/tool_text/
{
	printf("Sampling the CPUs; Ctrl-C ends.\n");
}

profile-997
/pid != 0 && (!tool_pid || pid == tool_pid) && ($$1 == "" || execname == $$1)/
{
	@[execname, stack(), ustack()] = count();
}

END
{
	trunc(@, tool_top);
	printa("%s%k%k%@16d\n\n", @);
}
