/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* discard() may follow speculate() in a clause: what was recorded is lost, and so is what the clause records afterwards. */
#pragma D option quiet
BEGIN { i = speculation(); }
BEGIN { speculate(i); printf("one\n"); }
BEGIN { speculate(i); printf("two\n"); discard(i); printf("three\n"); }
BEGIN { i = speculation(); printf("again %d\n", i); }
BEGIN { speculate(i); printf("four\n"); }
BEGIN { commit(i); }
BEGIN { exit(0); }
