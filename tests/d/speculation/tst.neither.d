/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* What is never committed is not printed. */
#pragma D option quiet

BEGIN { self->s = speculation(); }
BEGIN { speculate(self->s); printf("never\n"); }
BEGIN { exit(0); }
