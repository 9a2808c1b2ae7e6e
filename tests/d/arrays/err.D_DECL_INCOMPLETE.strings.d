/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Strings are elements of associative arrays only. */
string s[3];
BEGIN { exit(0); }
