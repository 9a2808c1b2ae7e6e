#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them: counts of each interval, normalized and cleared.
 */
#pragma D option quiet
BEGIN { t = 0 }
tick-50ms { @ops["a"] = count(); @ops["b"] = count(); @ops["b"] = count(); @m = max(t); t++; }
tick-50ms
{
	printf("-- %d\n", t);
	normalize(@ops, t);
	printa(" %s %@d\n", @ops);
	clear(@ops);
}
tick-50ms /t == 3/ { exit(0) }
END { printa("max %@d\n", @m); }
