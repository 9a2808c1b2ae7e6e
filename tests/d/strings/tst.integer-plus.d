/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An integer and a string: the string from that byte on, in either order. */
#pragma D option quiet
BEGIN { s = "abcdef"; printf("%s %s %s\n", 2 + "abc", 1 + s, s + 1); exit(0); }
