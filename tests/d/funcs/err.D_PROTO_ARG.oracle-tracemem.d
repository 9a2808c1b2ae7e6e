/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The other lineage checks its prototype first.
 * @@options: -x compat=oracle
 */
BEGIN { tracemem(8, "a"); }
