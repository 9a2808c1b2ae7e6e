/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The highest magnitude has 16 bits. */
BEGIN { @ = llquantize(1, 10, 0, 100000, 10); }
