/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Several clauses into one speculation keep their order. */
#pragma D option quiet

BEGIN { self->s = speculation(); }
BEGIN { speculate(self->s); printf("one\n"); }
BEGIN { speculate(self->s); printf("two\n"); printf("three\n"); }
BEGIN { commit(self->s); }
BEGIN { exit(0); }
