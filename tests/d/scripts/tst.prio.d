#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them, slow waits, inlines with parameters: it compiles, also where its probes are not there.
 * @@options: -Z -e -w
 */
#pragma D option quiet
inline int SLOW_MS = 10;
inline string HDR = "PID COMM";
inline uint64_t ms[uint64_t ns] = ns / 1000000;
dtrace:::BEGIN { printf("%s\n", HDR); }
syscall::futex:entry, syscall::poll:entry, syscall::select:entry { self->t = timestamp; }
syscall::futex:return, syscall::poll:return, syscall::select:return
/self->t && ms[timestamp - self->t] >= SLOW_MS/
{ printf("%5d/%-5d %-16s %s %d.%03d\n", pid, tid, execname, probefunc, (timestamp - self->t) / 1000000, ((timestamp - self->t) / 1000) % 1000); }
syscall:::return { self->t = 0; }
