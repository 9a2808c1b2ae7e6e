/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* What was recorded speculatively is printed at its commit, behind what was printed before. */
#pragma D option quiet

BEGIN { self->s = speculation(); printf("direct\n"); }
BEGIN { speculate(self->s); printf("speculative\n"); }
BEGIN { printf("between\n"); }
BEGIN { commit(self->s); }
BEGIN { printf("after\n"); exit(0); }
