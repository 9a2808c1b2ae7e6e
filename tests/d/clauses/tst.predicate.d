/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Predicates. */
#pragma D option quiet

BEGIN /0/ { printf("no"); }
BEGIN /1/ { printf("yes "); }
BEGIN /"a" == "a" && 5 / 2 == 2/ { printf("both\n"); exit(0); }
