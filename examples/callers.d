#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * callers.d - who calls one function of a program, or of its libraries, and how often?
 *
 *	callers.d -p PID FUNCTION
 *	callers.d -c COMMAND FUNCTION
 *
 * For malloc: who asks for memory; for write: who prints. Neither the program nor its libraries need frame pointers.
 */
#pragma D option quiet

BEGIN
{
	printf("Calls of %s in process %d; Ctrl-C ends.\n", $$1, $target);
}

pid$target::$1:entry
{
	@[ustack(5)] = count();
}
