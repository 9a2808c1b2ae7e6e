#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them, what happened before a failed open: it compiles, also where its probes are not there.
 * @@options: -Z -e -w
 */
#pragma D option nspec=8
#pragma D option specsize=64k
syscall::open*:entry
{
	self->spec = speculation();
	speculate(self->spec);
	printf("%s", copyinstr(arg1));
}
fbt::: /self->spec/ { speculate(self->spec); printf("%s", probefunc); }
syscall::open*:return /self->spec/ { speculate(self->spec); trace(errno); }
syscall::open*:return /self->spec && errno != 0/ { commit(self->spec); self->spec = 0; }
syscall::open*:return /self->spec && errno == 0/ { discard(self->spec); self->spec = 0; }
