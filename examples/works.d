#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * works.d - what do the kernel's workers (kworker) do?
 *
 *	works.d
 *
 * The names of kworker threads say little; the functions that they run say it all: how often, and the microseconds in all.
 */
#pragma D option quiet

BEGIN
{
	printf("Watching work queues; Ctrl-C ends.\n");
}

sdt::workqueue:workqueue_execute_start
{
	self->start = timestamp;
}

sdt::workqueue:workqueue_execute_end
/self->start/
{
	@runs[func(arg1)] = count();
	@us[func(arg1)] = sum(timestamp - self->start);
	self->start = 0;
}

END
{
	normalize(@us, 1000);
	printf("%-48s %10s %12s\n", "FUNCTION", "RUNS", "US");
	printa("%-48a %@10d %@12d\n", @runs, @us);
}
