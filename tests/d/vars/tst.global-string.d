/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A global string is copied, and cut at strsize.
 * @@options: -x strsize=8
 */
#pragma D option quiet

string s;
BEGIN { s = "0123456789"; printf("%s %d\n", s, strlen(s)); s = ""; printf("[%s]\n", s); exit(0); }
