/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The value of an aggregation is too large for a character. */
BEGIN { @a = max(65); printa("%@c\n", @a); }
