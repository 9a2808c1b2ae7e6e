#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them, counts by second: it compiles, also where its probes are not there.
 * @@options: -Z -e -w
 */
#pragma D option quiet
#pragma D option aggsortkey
#pragma D option aggsortkeypos=1
#pragma D option temporal
dtrace:::BEGIN { base = walltimestamp; last = 0; }
syscall:::entry { @[(walltimestamp - base) / 1000000000, execname] = count(); }
tick-10s { printa("%3d s %-20s %@d\n", @); exit(0); }
