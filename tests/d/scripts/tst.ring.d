#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them, the last records before an end: it compiles, also where its probes are not there.
 * @@options: -Z -e -w
 * @@args: '"sh"'
 */
#pragma D option bufpolicy=ring
#pragma D option bufsize=16k
syscall:::entry /execname == $$1/ { trace(timestamp); trace(probefunc); }
syscall::rexit:entry /execname == $$1/ { exit(0); }
