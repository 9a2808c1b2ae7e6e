/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Two uses with different lowest magnitudes. */
BEGIN { @ = llquantize(1, 10, 0, 5, 10); @ = llquantize(1, 10, 1, 5, 10); }
