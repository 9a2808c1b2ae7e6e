#!/usr/sbin/anytrace --tool
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * slabtop - which caches of the kernel's memory are allocated from most, and what stays?
 *
 *	slabtop [-p pid | -c command] [-d seconds] [-t top] [-j] [interval]
 *
 * For each cache: pieces allocated and freed, their difference, and the bytes that were given. "kmalloc" is memory of no
 * certain kind. What grows from table to table and never shrinks is a leak. With an interval: a table each so many
 * seconds, which counts on.
 *
 * How: kmem:::alloc and kmem:::free. Cost: some 1,000 instructions for each piece: much, on a busy machine. Limits: what
 * was allocated before this command is not known, so more may be freed than allocated.
 */
#pragma D option quiet
#pragma D option defaultargs
#pragma D option aggsortrev

BEGIN
/tool_text/
{
	printf("Watching the kernel's memory; Ctrl-C ends.\n");
}

kmem:::alloc
/(!tool_pid || pid == tool_pid) && args[1] != NULL/
{
	@bytes[args[0]] = sum(args[3]);
	@allocs[args[0]] = sum(1);
	@frees[args[0]] = sum(0);
	@stay[args[0]] = sum(1);
}

kmem:::free
/(!tool_pid || pid == tool_pid) && args[1] != NULL/
{
	@bytes[args[0]] = sum(0);
	@allocs[args[0]] = sum(0);
	@frees[args[0]] = sum(1);
	@stay[args[0]] = sum(-1);
}

tick-1s
{
	seconds++;
}

tick-1s
/tool_text && $1 && seconds % ($1 ? $1 : 1) == 0/
{
	printf("\n%-28s %12s %12s %12s %14s\n", "CACHE", "ALLOCATED", "FREED", "STAY", "BYTES");
}

tick-1s
/$1 && seconds % ($1 ? $1 : 1) == 0/
{
	printa("%-28s %@12d %@12d %@12d %@14d\n", @allocs, @frees, @stay, @bytes);
}

END
/tool_text/
{
	printf("\n%-28s %12s %12s %12s %14s\n", "CACHE", "ALLOCATED", "FREED", "STAY", "BYTES");
}

END
{
	printa("%-28s %@12d %@12d %@12d %@14d\n", @allocs, @frees, @stay, @bytes);
}
