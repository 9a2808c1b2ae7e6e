/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A second commit does nothing. */
#pragma D option quiet

BEGIN { self->s = speculation(); }
BEGIN { speculate(self->s); printf("once\n"); }
BEGIN { commit(self->s); }
BEGIN { commit(self->s); }
BEGIN { exit(0); }
