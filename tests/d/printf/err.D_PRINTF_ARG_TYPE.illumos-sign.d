/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * compat=illumos: l names long, which is signed.
 * @@options: -x compat=illumos
 */
BEGIN { printf("%ld %lu %lx %d", 1l, 1ul, 1l, 1ul); printf("%ld", (uint64_t)1); }
