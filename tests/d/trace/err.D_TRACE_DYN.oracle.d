/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * An expression without a type of its own, as the other lineage tags it.
 * @@options: -x compat=oracle
 */
BEGIN { @a = count(); trace(@a); }
