/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * An address that is no symbol stays an address.
 * @@engine: host
 * @@testing
 */
BEGIN { sym(1); exit(0); }
