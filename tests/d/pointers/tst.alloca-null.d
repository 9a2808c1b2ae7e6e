/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * NULL is neither memory of alloca() nor another pointer.
 * @@options: -x compat=oracle
 */
#pragma D option quiet

BEGIN { p = alloca(10); p = NULL; p = alloca(256); printf("%d\n", p != NULL); exit(0); }
