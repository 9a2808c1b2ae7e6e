/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The first argument of close is a number, that of execve a pointer.
 * @@engine: kernel
 */
syscall::close:entry,
syscall::execve:entry
{
	trace(args[0]);
}
