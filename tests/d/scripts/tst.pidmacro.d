#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them, macro variables: it compiles, also where its probes are not there.
 * @@options: -Z -e -w
 */
syscall:::entry /pid == $pid || ppid == $ppid || uid == $uid || progenyof($pid)/ { @[$0, probefunc] = count(); }
