/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Several clauses of BEGIN, in their order; none after the one that stops. */
#pragma D option quiet

BEGIN { printf("1"); }
END { printf("4"); }
BEGIN { printf("2"); }
END { printf("5\n"); }
BEGIN { printf("3"); exit(0); }
BEGIN { printf("no"); }
