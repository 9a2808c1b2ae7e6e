/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Code: bit-fields are read and written in their unit.
 * @@options: -e -S
 * @@errsed: s/DIFO 0x[0-9a-f]* returns/DIFO returns/
 */
struct bits { int a : 3; unsigned b : 5; unsigned c : 24; };
struct bits v;
BEGIN { v.a = 2; v.b += 1; trace(v.c + v.a); }
