/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Comes after b-first.d, which it needs. */
#pragma D depends_on library b-first.d
#pragma D depends_on library procfs.d
inline int second = first * 2;
