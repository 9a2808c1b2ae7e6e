/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The body of an inline with parameters has its type, used or not. */
inline int f[string a] = a;
BEGIN { exit(0); }
