/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * An error in a predicate: the clause is not done, arg2 is 0.
 * @@errsed: d
 */
#pragma D option quiet

ERROR { printf("%d\n", arg2); exit(0); }
BEGIN / *(int *)16 / { printf("no\n"); }
