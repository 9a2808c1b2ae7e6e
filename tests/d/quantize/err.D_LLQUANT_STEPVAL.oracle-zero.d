/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The other lineage's order of checks: no steps at all.
 * @@options: -x compat=oracle
 */
BEGIN { x = 10; @ = llquantize(1, 10, 0, 5, 0); }
