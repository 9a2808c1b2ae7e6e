/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A variable is not declared with another type. */
int x;
char x;
BEGIN { exit(0); }
