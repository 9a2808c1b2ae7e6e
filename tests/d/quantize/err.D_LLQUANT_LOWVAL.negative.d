/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The lowest magnitude is not negative. */
BEGIN { @ = llquantize(1, 10, -1, 2, 10); }
