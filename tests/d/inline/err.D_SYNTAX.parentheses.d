/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Parameters of an inline are in brackets. */
inline int f(int x) = x;
BEGIN { exit(0); }
