/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* What is discarded is not printed. */
#pragma D option quiet

BEGIN { self->s = speculation(); }
BEGIN { speculate(self->s); printf("never\n"); }
BEGIN { discard(self->s); }
BEGIN { printf("%d\n", self->s); exit(0); }
