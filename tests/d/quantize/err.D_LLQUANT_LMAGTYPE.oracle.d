/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The other lineage's name: low is no constant.
 * @@options: -x compat=oracle
 */
BEGIN { x = 0; @ = llquantize(1, 10, x, 5, 10); }
