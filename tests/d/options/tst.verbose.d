/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The option verbose lists the intermediate form on standard error.
 * @@options: -e -x verbose
 */
BEGIN { trace(1); }
