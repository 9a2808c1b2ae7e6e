/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A variable cannot be a type as well. */
int x;
typedef int x;
BEGIN { exit(0); }
