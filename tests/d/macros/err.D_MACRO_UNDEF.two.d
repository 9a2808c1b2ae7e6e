/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Not as many arguments as are used.
 * @@args: one
 */
BEGIN { trace($$1); trace($2); }
