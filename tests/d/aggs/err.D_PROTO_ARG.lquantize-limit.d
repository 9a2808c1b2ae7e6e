/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The prototype is checked before the value is. */
BEGIN { @ = lquantize("x", 1, "b"); }
