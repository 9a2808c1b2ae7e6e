/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * exit() in ERROR.
 * @@errsed: d
 * @@status: 5
 */
#pragma D option quiet

BEGIN { trace(*(int *)4); }
ERROR { exit(5); }
