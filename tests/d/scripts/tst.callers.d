#!/usr/sbin/dtrace -qs
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them: a stack of callers in arrays.
 * @@options: -q
 */
string callers[int, int]; int depth[int]; uint64_t t[int, int];
BEGIN { depth[1] = 0; callers[1, depth[1]++] = "main"; callers[1, depth[1]++] = "foo"; callers[1, depth[1]] = "bar"; printf("%s > %s > %s (%d)\n", callers[1, 0], callers[1, 1], callers[1, 2], depth[1]); printf("%*s%s\n", depth[1] * 2, "", callers[1, --depth[1]]); depth[1] += depth[1] = 5; printf("%d\n", depth[1]); exit(0); }
