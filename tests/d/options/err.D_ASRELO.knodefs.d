/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * With knodefs a kernel symbol that does not exist is a relocation that nothing resolves.
 * @@options: -x knodefs
 */
BEGIN { trace(&`no_such_symbol_anywhere); exit(0); }
