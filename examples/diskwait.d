#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * diskwait.d - which programs wait for the disks, and for which files?
 *
 *	diskwait.d
 *
 * Times that threads slept until a transfer of their own ended, the longest sum first. A program that uses the disk much
 * and waits little is not slowed down by it.
 */
#pragma D option quiet

BEGIN
{
	printf("Watching who waits for the disks; Ctrl-C ends.\n");
}

io:::wait-start
{
	self->began = timestamp;
}

io:::wait-done
/ self->began /
{
	this->us = (timestamp - self->began) / 1000;
	@times[execname, args[2]->fi_pathname] = sum(this->us);
	@most[execname, args[2]->fi_pathname] = max(this->us);
	@often[execname, args[2]->fi_pathname] = count();
	self->began = 0;
}

END
{
	printf("%-16s %12s %8s %12s  %s\n", "PROGRAM", "us IN ALL", "TIMES", "LONGEST us", "FILE");
	printa("%-16s %@12d %@8d %@12d  %s\n", @times, @often, @most);
}
