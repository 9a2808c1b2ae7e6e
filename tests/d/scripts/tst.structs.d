#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them, structures in an associative array: it compiles, also where its probes are not there.
 * @@options: -Z -e -w
 * @@args: 123
 */
struct callinfo { uint64_t ts; uint64_t elapsed; string call; size_t size; };
struct callinfo i[string];
self struct callinfo c;
syscall::read:entry, syscall::write:entry
/pid == $1/
{
	i[probefunc].ts = timestamp;
	i[probefunc].size = arg2;
}
syscall::read:return, syscall::write:return
/i[probefunc].ts != 0 && pid == $1/
{
	i[probefunc].elapsed = timestamp - i[probefunc].ts;
	printf("%s %d ns %d\n", probefunc, i[probefunc].elapsed, i[probefunc].size);
}
