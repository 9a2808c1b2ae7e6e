/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * What the clause assigned before the error stays.
 * @@errsed: d
 */
#pragma D option quiet

BEGIN { x = 1; x = *(int *)4; x = 3; }
ERROR { printf("%d\n", x); exit(0); }
