/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The other lineage's name: high is below low.
 * @@options: -x compat=oracle
 */
BEGIN { @ = llquantize(1, 10, 5, 2, 10); }
