/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An inline is not known in its own body. */
inline int f[int a] = a ? f[a - 1] : 0;
BEGIN { exit(0); }
