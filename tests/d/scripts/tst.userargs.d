#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them, what programs write: it compiles, also where its probes are not there.
 * @@options: -Z -e -w
 */
#pragma D option strsize=1024
syscall::write:entry
/arg0 == 1/
{
	this->buf = (char *)copyin(arg1, arg2 < 64 ? arg2 : 64);
	this->s = stringof(this->buf);
	printf("%d: %.*s %c %S", pid, (int)arg2, this->s, this->buf[0], this->s);
	tracemem(this->buf, 64);
	tracemem(copyin(arg1, 64), 64);
	tracemem(copyin(arg1, 64), 64, arg2);
}
