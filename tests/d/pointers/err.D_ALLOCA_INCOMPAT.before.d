/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A variable that held another pointer takes memory of alloca().
 * @@options: -x compat=oracle
 */
char *p;
char *q;

BEGIN { p = q; p = (char *)alloca(10) + 2; exit(0); }
