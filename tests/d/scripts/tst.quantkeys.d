#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them, distributions with many keys: it compiles, also where its probes are not there.
 * @@options: -Z -e -w
 */
syscall::read:return /arg0 >= 0/ { @["read", stringof(probefunc), pid & 1, (arg0 >> 10) & 0xff, -1] = quantize(arg0, 2); @l = lquantize(arg0, -10, 10); @ll[cpu] = llquantize(arg0, 2, 0, 20, 2); }
