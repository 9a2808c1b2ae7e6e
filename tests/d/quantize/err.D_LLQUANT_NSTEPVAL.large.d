/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The steps have 16 bits. */
BEGIN { @ = llquantize(1, 10, 0, 2, 100000); }
