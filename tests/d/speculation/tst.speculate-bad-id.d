/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* speculate() into nothing loses the rest of the clause. */
#pragma D option quiet

BEGIN { speculate(0); printf("never\n"); }
BEGIN { speculate(100); printf("never\n"); }
BEGIN { printf("ok\n"); exit(0); }
