#!/usr/sbin/dtrace -ws
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them, destructive actions: it compiles, also where its probes are not there.
 * @@options: -Z -e -w
 */
#pragma D option quiet
syscall::execve:return /execname == "cmp"/ { stop(); system("/bin/ps -p %d", pid); }
syscall::openat:entry /execname == "date"/ { raise(SIGINT); }
tick-1s { freopen("/dev/null"); printf("x"); freopen(""); ftruncate(); }
fbt::foo:entry { chill(500); copyout("x", arg0, 2); copyoutstr("x", arg0, 2); }
