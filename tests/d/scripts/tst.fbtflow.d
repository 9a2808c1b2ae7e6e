#!/usr/sbin/dtrace -Fs
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them, the flow of functions under a system call: it compiles, also where its probes are not there.
 * @@options: -Z -e -w
 * @@args: 123
 */
#pragma D option flowindent
syscall::read:entry /pid == $1/ { self->in = 1; }
fbt::: /self->in/ { }
syscall::read:return /self->in/ { self->in = 0; exit(0); }
