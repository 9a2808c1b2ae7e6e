/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Each parameter of an inline has a name of its own. */
inline int f[int a, int a] = a;
BEGIN { exit(0); }
