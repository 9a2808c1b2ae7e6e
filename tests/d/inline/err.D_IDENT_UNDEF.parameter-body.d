/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The body of an inline with parameters is checked, used or not. */
inline int f[int a] = a + nosuch;
BEGIN { exit(0); }
