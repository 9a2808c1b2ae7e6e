/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A variable array needs its size. */
char a[];
BEGIN { exit(0); }
