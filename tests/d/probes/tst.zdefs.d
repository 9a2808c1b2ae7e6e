/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * With zdefs, a description may match nothing.
 * @@options: -x zdefs
 */
#pragma D option quiet

nothing:::here { printf("never\n"); }
BEGIN { printf("begin\n"); exit(0); }
