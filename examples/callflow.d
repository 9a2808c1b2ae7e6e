#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * callflow.d - which functions does the kernel call for one system call of one program?
 *
 *	callflow.d program call		as in `callflow.d cat openat`
 *
 * Shows the first call of that name, with the time since its begin in microseconds. All kernel functions are armed, so
 * the times are longer than without tracing; their proportions tell.
 */
#pragma D option quiet
#pragma D option bufsize=4m

BEGIN
{
	printf("Waiting for %s() of %s; Ctrl-C ends.\n", $$2, $$1);
}

syscall::$2:entry
/execname == $$1 && !done/
{
	self->begin = timestamp;
	self->depth = 0;
	done = 1;
}

fbt:::entry
/self->begin/
{
	printf("%8d us %*s%s\n", (timestamp - self->begin) / 1000, self->depth * 2, "", probefunc);
	self->depth++;
}

fbt:::return
/self->begin && self->depth > 0/
{
	self->depth--;
}

syscall::$2:return
/self->begin/
{
	printf("%8d us result %d\n", (timestamp - self->begin) / 1000, (int)arg1);
	self->begin = 0;
	exit(0);
}
