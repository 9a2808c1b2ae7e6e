#!/usr/sbin/dtrace -Cs
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them, macros of the preprocessor: it compiles, also where its probes are not there.
 * @@options: -Z -e -w -C
 */
#pragma D option quiet
#define SECS 3
#define MS(x) ((x) / 1000000)
#ifdef __linux
# define OSNAME "linux"
#else
# define OSNAME "other"
#endif
BEGIN { printf("%s %d\n", OSNAME, SECS); t = timestamp; } // cpp takes this
tick-1s { printf("%d\n", MS(timestamp - t)); exit(0); }
