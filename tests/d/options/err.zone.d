/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Linux has no other zone than the global one.
 * @@options: -x zone=other
 */
BEGIN { exit(0); }
