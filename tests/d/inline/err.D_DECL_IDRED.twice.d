/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An inline is defined once. */
inline int a = 1;
inline int a = 2;
BEGIN { exit(0); }
