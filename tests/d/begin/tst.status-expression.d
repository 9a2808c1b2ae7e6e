/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The status is an expression.
 * @@status: 12
 */
#pragma D option quiet

BEGIN { x = 5; exit(x * 2 + 2); }
