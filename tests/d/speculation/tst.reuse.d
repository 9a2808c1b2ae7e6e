/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * After a discard and its cleaning, the buffer can be used again.
 * @@options: -x cleanrate=1000hz
 */
#pragma D option quiet

BEGIN { s = speculation(); n = 0; }
BEGIN { speculate(s); printf("never\n"); }
BEGIN { discard(s); }
tick-50ms /n == 0/ { n = 1; s = speculation(); printf("%d\n", s); }
tick-50ms /n == 1/ { n = 2; speculate(s); printf("again\n"); }
tick-50ms /n == 2/ { n = 3; commit(s); }
tick-50ms /n == 3/ { exit(0); }
