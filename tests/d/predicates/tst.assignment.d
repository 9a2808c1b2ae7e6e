/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A predicate can assign, and later clauses see it. */
#pragma D option quiet

int n;
BEGIN /n++ == 0/ { printf("first %d\n", n); }
BEGIN /n == 1/ { printf("second\n"); }
BEGIN /(n = 5) > 4/ { printf("third %d\n", n); exit(0); }
