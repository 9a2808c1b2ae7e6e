/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The factor has 16 bits. */
BEGIN { @ = llquantize(1, 100000, 0, 2, 10); }
