/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* %d of a string. */
BEGIN { printf("%d", "x"); }
