#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * calltime.d - how long does one system call take, in each program?
 *
 *	calltime.d name		as in `calltime.d fsync`
 *
 * A distribution of nanoseconds for each program: two humps are two stories, for example cached and not cached.
 */
#pragma D option quiet

BEGIN
{
	printf("Timing %s(); Ctrl-C ends.\n", $$1);
}

syscall::$1:entry
{
	self->start = timestamp;
}

syscall::$1:return
/self->start/
{
	@[execname] = quantize(timestamp - self->start);
	self->start = 0;
}
