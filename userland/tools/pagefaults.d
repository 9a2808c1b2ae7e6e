#!/usr/sbin/anytrace --tool
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * pagefaults - which programs touch memory that is not there yet, and where in the program?
 *
 *	pagefaults [-p pid | -c command] [-d seconds] [-t top] [-j] [program]
 *
 * For each function of a program: how many pages were brought in when it touched them, how many of them for writing, and
 * how many had to be read from a disk. A program that starts, or that asks for memory again and again, has many.
 *
 * How: entry and return of handle_mm_fault(). Cost: some 2,000 instructions for each fault. Limits: pages of which the kernel
 * has mapped several at a time count once.
 */
#pragma D option quiet
#pragma D option defaultargs
#pragma D option aggsortrev

inline int FOR_WRITING = 1;	/* FAULT_FLAG_WRITE of <linux/mm_types.h> */
inline int FROM_DISK = 4;	/* VM_FAULT_MAJOR */

BEGIN
/tool_text/
{
	printf("Counting page faults; Ctrl-C ends.\n");
}

fbt::handle_mm_fault:entry
/(!tool_pid || pid == tool_pid) && ($$1 == "" || execname == $$1)/
{
	self->flags = arg2 + 1;
}

fbt::handle_mm_fault:return
/self->flags/
{
	@faults[execname, ufunc(uregs[R_PC])] = count();
	@writes[execname, ufunc(uregs[R_PC])] = sum((self->flags - 1) & FOR_WRITING ? 1 : 0);
	@disk[execname, ufunc(uregs[R_PC])] = sum(arg1 & FROM_DISK ? 1 : 0);
	self->flags = 0;
}

END
/tool_text/
{
	printf("%-16s %-44s %10s %10s %10s\n", "PROGRAM", "IN", "FAULTS", "WRITES", "FROM DISK");
}

END
{
	printa("%-16s %-44A %@10d %@10d %@10d\n", @faults, @writes, @disk);
}
