/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The error clause is done for every error, and what the failing clause recorded is gone.
 * @@errsed: d
 */
#pragma D option quiet

BEGIN { printf("a\n"); trace(*(int *)4); printf("no\n"); }
BEGIN { printf("b\n"); trace(*(int *)8); printf("no\n"); }
ERROR { printf("error at %d\n", arg5); }
BEGIN { printf("c\n"); exit(0); }
