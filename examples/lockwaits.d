#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * lockwaits.d - which locks do the threads of a program wait for, how long, and who wants them?
 *
 *	lockwaits.d -p PID
 *	lockwaits.d -c COMMAND
 *
 * Mutexes and reader/writer locks that somebody else had. A lock that is a variable has its name, others have their address.
 */
#pragma D option quiet

BEGIN
{
	printf("Watching the locks of process %d; Ctrl-C ends.\n", $target);
}

plockstat$target:::mutex-block,
plockstat$target:::rw-block
{
	self->start = timestamp;
}

plockstat$target:::mutex-blocked,
plockstat$target:::rw-blocked
/self->start/
{
	@waits[usym(arg0), ufunc(ucaller)] = count();
	@us[usym(arg0), ufunc(ucaller)] = sum((timestamp - self->start) / 1000);
	self->start = 0;
}

END
{
	printf("\n%-32s %-32s %8s %12s\n", "LOCK", "WANTED BY", "WAITS", "US IN ALL");
	printa("%-32A %-32A %@8d %@12d\n", @waits, @us);
}
