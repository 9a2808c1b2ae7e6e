#!/usr/sbin/anytrace --tool
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * ustackcount - who calls one function of a program, or of its libraries, and how often?
 *
 *	ustackcount -p pid [-d seconds] [-t top] [-j] function
 *	ustackcount -c command [-d seconds] [-t top] [-j] function
 *
 * As in `ustackcount -p 1234 malloc`: the stacks of the program with which the function is called, the most frequent
 * first. For malloc: who asks for memory; for write: who prints. Neither the program nor its libraries need frame
 * pointers.
 *
 * How: a break at the entry of each function of that name, and a walk over the program's stack by tables. Cost: some 800
 * instructions for each call, and 400 for each frame.
 */
#pragma D option quiet
#pragma D option aggsortrev

BEGIN
/tool_text/
{
	printf("Calls of %s in process %d; Ctrl-C ends.\n", $$1, $target);
}

pid$target::$1:entry
{
	@[ustack()] = count();
}

END
{
	trunc(@, tool_top);
	printa("%k%@16d\n\n", @);
}
