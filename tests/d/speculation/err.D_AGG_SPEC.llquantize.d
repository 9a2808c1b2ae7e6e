/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* llquantize() after speculate(). */
BEGIN { speculate(1); @ = llquantize(1, 10, 0, 2, 10); }
