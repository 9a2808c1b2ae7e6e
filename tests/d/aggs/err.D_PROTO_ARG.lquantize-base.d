/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The base of lquantize() is a number, before it is a constant. */
BEGIN { @ = lquantize(1, "a", 10); }
