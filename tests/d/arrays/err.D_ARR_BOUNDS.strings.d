/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
string s[2];
BEGIN { trace(s[2]); exit(0); }
