/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A negative size is a very large one.
 * @@options: -x compat=oracle
 */
BEGIN { p = alloca(-1); exit(0); }
