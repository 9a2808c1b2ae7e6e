/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Ticks in every unit. */
#pragma D option quiet

tick-10000us { a = 1; }
tick-10000usec { b = 1; }
tick-10ms { c = 1; }
tick-10msec { d = 1; }
tick-10000000ns { e = 1; }
tick-10000000nsec { f = 1; }
tick-100hz { g = 1; }
tick-100 { h = 1; }
tick-5ms
/a && b && c && d && e && f && g && h/
{
	printf("all\n");
	exit(0);
}
