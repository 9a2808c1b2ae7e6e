/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * More than scratchsize, which is 256.
 * @@options: -x compat=oracle
 */
BEGIN { p = alloca(257); exit(0); }
