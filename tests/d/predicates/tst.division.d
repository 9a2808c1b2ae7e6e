/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Divisions inside of parentheses do not end the predicate. */
#pragma D option quiet

int n;
BEGIN { n = 10; }
BEGIN /(n / 2) == 5/ { printf("yes\n"); }
BEGIN /n / 2 == 4/ { printf("no\n"); }
BEGIN { exit(0); }
