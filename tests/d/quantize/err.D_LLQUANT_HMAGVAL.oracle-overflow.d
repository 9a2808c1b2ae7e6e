/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The other lineage's name: the largest value does not fit.
 * @@options: -x compat=oracle
 */
BEGIN { @ = llquantize(1, 10, 0, 40, 10); }
