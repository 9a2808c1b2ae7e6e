#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * interrupts.d - which devices interrupt, how often, and what time does that take?
 *
 *	interrupts.d
 *
 * Each handler of an interrupt by its number (as in /proc/interrupts) and name; the microseconds are those of all of its
 * runs together.
 */
#pragma D option quiet

BEGIN
{
	printf("Measuring interrupts; Ctrl-C ends.\n");
}

sdt::irq:irq_handler_entry
{
	start[cpu] = timestamp;
	name[cpu] = stringof(args[1]->name);
}

sdt::irq:irq_handler_exit
/start[cpu]/
{
	@runs[args[0], name[cpu]] = count();
	@us[args[0], name[cpu]] = sum(timestamp - start[cpu]);
	start[cpu] = 0;
}

END
{
	normalize(@us, 1000);
	printf("%6s %-24s %10s %12s\n", "NUMBER", "HANDLER", "RUNS", "US");
	printa("%6d %-24s %@10d %@12d\n", @runs, @us);
}
