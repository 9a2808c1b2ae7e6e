/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * An argument that is not used.
 * @@args: one two
 */
BEGIN { trace($$1); exit(0); }
