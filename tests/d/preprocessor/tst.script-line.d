/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * #! on the first line is ignored.
 * @@options: -C
 */
#pragma D option quiet

#define X 3
BEGIN { printf("%d\n", X); exit(0); }
