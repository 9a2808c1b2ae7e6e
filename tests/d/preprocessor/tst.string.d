/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A macro is not replaced inside of a string.
 * @@options: -C
 */
#pragma D option quiet

#define NAME other
BEGIN { printf("NAME\n"); exit(0); }
