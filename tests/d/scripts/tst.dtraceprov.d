#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them, the provider dtrace: it compiles, also where its probes are not there.
 * @@options: -Z -e -w
 */
dtrace:::ERROR { printf("ERROR epid=%d action=%d off=%d fault=%d addr=%x", arg1, arg2, arg3, arg4, arg5); @err[arg4 == DTRACEFLT_BADADDR ? "badaddr" : "other"] = count(); }
dtrace:::BEGIN { x = *(char *)NULL; }
dtrace:::END { printf("bye"); }
tick-1s /i++ >= 3/ { exit(1); }
