#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * growth.d - which programs ask for more memory, and from where?
 *
 *	growth.d
 *
 * Kilobytes that mmap() made available without a file, and how far brk() moved the heap's end. Memory that is given back is not
 * taken off.
 */
#pragma D option quiet
#pragma D option zdefs

inline int MAP_ANONYMOUS = 0x20;
uint64_t heap[pid_t];

BEGIN
{
	printf("Watching mmap() and brk(); Ctrl-C ends.\n");
}

syscall::mmap:entry, syscall::mmap2:entry, syscall::mmap_pgoff:entry
/arg3 & MAP_ANONYMOUS/
{
	@kb[execname, "mmap"] = sum(arg1 / 1024);
	@calls[execname, "mmap"] = count();
}

syscall::brk:entry
/arg0 > heap[pid] && heap[pid]/
{
	@kb[execname, "brk"] = sum((arg0 - heap[pid]) / 1024);
	@calls[execname, "brk"] = count();
}

syscall::brk:return
{
	heap[pid] = arg1;
}

proc:::exec-success, proc:::exit
{
	heap[pid] = 0;
}

END
{
	printf("%-16s %-6s %10s %12s\n", "PROGRAM", "BY", "CALLS", "KB");
	printa("%-16s %-6s %@10d %@12d\n", @calls, @kb);
}
