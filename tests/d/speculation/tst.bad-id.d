/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* commit() and discard() of what is not there do nothing. */
#pragma D option quiet

BEGIN { commit(0); }
BEGIN { discard(0); }
BEGIN { commit(100); }
BEGIN { discard(100); }
BEGIN { commit(-1); }
BEGIN { printf("ok\n"); exit(0); }
