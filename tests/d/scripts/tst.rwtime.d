#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them, times of read and write: it compiles, also where its probes are not there.
 * @@options: -Z -e -w
 */

#pragma D option quiet

dtrace:::BEGIN { printf("Tracing... Hit Ctrl-C to end.\n"); start = timestamp; }

syscall::read:entry, syscall::write:entry { self->ts = timestamp; self->fd = arg0; }

syscall::read:return, syscall::write:return
/self->ts && arg0 > 0/
{
	this->delta = (timestamp - self->ts) / 1000;
	@num[probefunc, execname] = count();
	@bytes[probefunc, execname] = sum(arg0);
	@lat[probefunc] = quantize(this->delta);
	@avg[probefunc] = avg(this->delta);
	self->ts = 0; self->fd = 0;
}

dtrace:::END
{
	printf("\n%-10s %-16s %10s %12s\n", "CALL", "COMM", "COUNT", "BYTES");
	printa("%-10s %-16s %@10d %@12d\n", @num, @bytes);
	printa("\n   %s (us):%@d\n", @lat);
	printf("elapsed: %d ms\n", (timestamp - start) / 1000000);
}
