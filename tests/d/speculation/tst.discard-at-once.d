/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* ... also when it is the first clause that speculates: nothing is left to commit. */
#pragma D option quiet
BEGIN { i = speculation(); }
BEGIN { speculate(i); printf("one\n"); discard(i); }
BEGIN { commit(i); }
tick-300ms { printf("%d\n", speculation()); exit(0); }
