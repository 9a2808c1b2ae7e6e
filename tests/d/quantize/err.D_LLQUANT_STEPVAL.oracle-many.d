/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The other lineage's name: steps that are no multiple of the factor.
 * @@options: -x compat=oracle
 */
BEGIN { @ = llquantize(1, 10, 0, 5, 15); }
