/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The last of kdefs and knodefs counts.
 * @@options: -x knodefs -x kdefs
 */
BEGIN { trace(&`no_such_symbol_anywhere); exit(0); }
