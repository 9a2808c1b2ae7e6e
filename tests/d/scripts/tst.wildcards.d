#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them, globs in descriptions: it compiles, also where its probes are not there.
 * @@options: -Z -e -w
 */
syscall::*read*:entry, syscall::*write*:entry { @[probemod, probefunc, probename] = count(); }
fbt:vmlinux:tcp_[cs]*:entry { @k[probefunc] = count(); }
fbt::ext4_*:return /(int)arg1 < 0/ { @e[probefunc, (int)arg1] = count(); }
profile-199 /execname != "swapper/0" && pid > 0/ { @c[execname, cpu] = count(); }
