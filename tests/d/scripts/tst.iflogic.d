#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them, decisions by if and else: it compiles, also where its probes are not there.
 * @@options: -Z -e -w
 */
#pragma D option quiet
BEGIN { n = 0; }
syscall::read:return {
	if (arg1 < 0) {
		printf("fail %d\n", errno);
		@f[execname] = count();
	} else if (arg1 == 0) {
		@eof[execname] = count();
	} else {
		if (arg1 > 4096) @big = count();
		else
			@small = count();
		n += arg1;
	}
}
tick-1s /n > 100/ { n = 0 }
