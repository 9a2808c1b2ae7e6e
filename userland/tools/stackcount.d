#!/usr/sbin/anytrace --tool
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * stackcount - who calls a function of the kernel, and by which way?
 *
 *	stackcount [-p pid | -c command] [-d seconds] [-t top] [-j] pattern
 *
 * As in `stackcount kfree_skb*`: the stacks of the kernel with which the functions that match are called, and how often,
 * the most frequent first.
 *
 * How: a break at the entry of each function, and a walk over the stack. Cost: some 300 instructions for each call, and
 * 500 for each frame.
 */
#pragma D option quiet
#pragma D option aggsortrev

BEGIN
/tool_text/
{
	printf("Stacks of calls of %s; Ctrl-C ends.\n", $$1);
}

fbt::$1:entry
/!tool_pid || pid == tool_pid/
{
	@[probefunc, stack()] = count();
}

END
{
	trunc(@, tool_top);
	printa("%s%k%@16d\n\n", @);
}
