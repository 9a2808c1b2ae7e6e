#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them, conditional expressions on flags: it compiles, also where its probes are not there.
 * @@options: -Z -e -w
 */
#pragma D option quiet
syscall::openat:entry
{
	this->mode = arg2 & O_RDWR ? "rw" : arg2 & O_WRONLY ? "w" : "r";
	self->flags = (arg2 & (O_CREAT | O_TRUNC)) == (O_CREAT | O_TRUNC) ? 1 : 0;
	printf("%s%s\n", this->mode, self->flags ? "+" : "");
}
