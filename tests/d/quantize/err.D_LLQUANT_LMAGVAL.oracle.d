/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The other lineage's name: low is negative.
 * @@options: -x compat=oracle
 */
BEGIN { @ = llquantize(1, 10, -1, 5, 10); }
