#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them, stacks as keys: it compiles, also where its probes are not there.
 * @@options: -Z -e -w
 */
#pragma D option quiet
#pragma D option aggsortrev=1
#pragma D option ustackframes=5
#pragma D option jstackstrsize=1024
syscall::mmap:entry { @[execname, ustack()] = count(); @u[ustack(10, 512), pid] = sum(arg1); @j[jstack(5)] = count(); }
END { trunc(@, 3); printa("\n%s%k%@d\n", @); printa(@u); }
