/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An inline of a constant cannot be assigned. */
inline int a = 3;
BEGIN { a = 5; exit(0); }
