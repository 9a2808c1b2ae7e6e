#!/usr/sbin/anytrace --tool
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * argdist - how large are the values of one argument, or of a result?
 *
 *	argdist [-p pid | -c command] [-d seconds] [-j] probe variable
 *
 * A distribution by powers of two of a variable of D at a probe: `argdist syscall::write:entry arg2`, the bytes that
 * programs want to write; `argdist fbt::vfs_read:return arg1`, what a function of the kernel returns. It counts the
 * firings of each program, too.
 *
 * How: one probe, or all that match. Cost: some 600 instructions for each firing. Limits: the variable is one name, as
 * arg0 to arg9, errno, timestamp; for a part of an argument write a program: args[0]->f.
 */
#pragma D option quiet
#pragma D option aggsortrev

BEGIN
/tool_text/
{
	printf("Watching %s of %s; Ctrl-C ends.\n", $$2, $$1);
}

$1
/!tool_pid || pid == tool_pid/
{
	@values[$$2] = quantize((int64_t)$2);
	@who[execname] = count();
}

END
{
	printa(@values);
}

END
/tool_text/
{
	printf("%-16s %10s\n", "PROGRAM", "FIRINGS");
}

END
{
	printa("%-16s %@10d\n", @who);
}
