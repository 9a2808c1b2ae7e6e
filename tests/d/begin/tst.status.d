/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The status is what exit() gave.
 * @@status: 7
 */
#pragma D option quiet

BEGIN { exit(7); }
