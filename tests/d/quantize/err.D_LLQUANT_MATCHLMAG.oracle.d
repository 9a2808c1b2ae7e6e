/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The other lineage's name: two lowest magnitudes.
 * @@options: -x compat=oracle
 */
BEGIN { @ = llquantize(1, 10, 0, 5, 10); @ = llquantize(1, 10, 1, 5, 10); }
