/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The other lineage's name: high is no constant.
 * @@options: -x compat=oracle
 */
BEGIN { x = 5; @ = llquantize(1, 10, 0, x, 10); }
