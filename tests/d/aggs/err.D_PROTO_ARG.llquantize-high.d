/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The magnitudes of llquantize() are numbers. */
BEGIN { @ = llquantize(1, 10, 0, "six", 20); }
