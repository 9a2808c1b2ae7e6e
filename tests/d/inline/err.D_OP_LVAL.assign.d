/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An inline is not assigned to. */
inline int a = 1;
BEGIN { a = 2; }
