/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A variable that held memory of alloca() takes another pointer.
 * @@options: -x compat=oracle
 */
void *q;

BEGIN { p = alloca(10); p = q; exit(0); }
