/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The other lineage's order of checks: steps below zero.
 * @@options: -x compat=oracle
 */
BEGIN { x = 10; @ = llquantize(1, 10, 0, 5, -5); }
