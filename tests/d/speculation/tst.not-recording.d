/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Assignments before speculate() are allowed. */
#pragma D option quiet

BEGIN { self->s = speculation(); x = 5; }
BEGIN { x = 6; speculate(self->s); printf("%d\n", x); }
BEGIN { commit(self->s); }
BEGIN { exit(0); }
