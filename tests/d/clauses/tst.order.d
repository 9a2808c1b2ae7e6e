/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Clauses run in the order of the program. */
#pragma D option quiet

BEGIN { printf("1"); }
BEGIN { printf("2"); }
BEGIN { printf("3\n"); exit(0); }
END { printf("end\n"); }
