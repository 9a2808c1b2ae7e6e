/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* print() of two. */
BEGIN { print(1, 2); }
