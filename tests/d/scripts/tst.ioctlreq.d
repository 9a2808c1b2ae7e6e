#!/usr/sbin/dtrace -qs
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them, declared variables of all scopes: it compiles, also where its probes are not there.
 * @@options: -Z -e -w
 */
self int req; this string name; int total;
uint64_t last[int];
syscall::ioctl:entry { self->req = (int)arg1; last[(int)arg0] = timestamp; total += 1; }
syscall::ioctl:return /self->req/ { printf("%5d %-16.16s %#8x %3d\n", pid, execname, self->req, (int)arg1); self->req = 0; }
