/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The other lineage's order of checks: the magnitudes are wrong, and the steps are no constant.
 * @@options: -x compat=oracle
 */
BEGIN { x = 10; @ = llquantize(1, 10, 5, 0, x); }
