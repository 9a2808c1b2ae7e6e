/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A parameter without a name. */
inline int f[int] = 5;
BEGIN { exit(0); }
