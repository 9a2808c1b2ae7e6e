/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * -Z is zdefs.
 * @@options: -Z
 */
#pragma D option quiet

nothing:::here { printf("never\n"); }
BEGIN { printf("begin\n"); exit(0); }
