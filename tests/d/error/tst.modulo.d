/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The remainder of a division by zero.
 * @@errsed: d
 */
#pragma D option quiet

int z;
ERROR { printf("%d\n", arg4 == DTRACEFLT_DIVZERO); exit(0); }
BEGIN { trace(10 % z); }
