/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A parameter of an inline has no scope. */
inline int twice[this int a] = a * 2;

BEGIN { exit(0); }
