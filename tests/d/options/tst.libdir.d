/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A library directory of one's own.
 * @@options: -x libdir=/nonexistent
 */
#pragma D option quiet

BEGIN { printf("ok\n"); exit(0); }
