/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Headers that are written for GNU C have empty structures.
 * @@options: -q
 */
# 1 "lock.h"
struct lock_key { };
struct lock { int owner; struct lock_key key; };
# 10
BEGIN
{
	printf("%d %d\n", sizeof (struct lock), offsetof(struct lock, key));
	exit(0);
}
