/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* @@options: -x strsize=8 */
/* An element holds strsize bytes with its end: text is cut there, and its neighbour stays. */
#pragma D option quiet
string s[2];
BEGIN { s[1] = "next"; s[0] = "0123456789"; printf("%s %s %d\n", s[0], s[1], sizeof(s)); exit(0); }
