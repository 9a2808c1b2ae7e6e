/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * An argument that does not fit into 64 bits.
 * @@args: 99999999999999999999
 */
BEGIN { trace($1); exit(0); }
