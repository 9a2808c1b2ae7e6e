/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Code: comparisons by the sign of both sides together, with C's conversion of plain operands.
 * @@options: -e -S
 * @@errsed: s/DIFO 0x[0-9a-f]* returns/DIFO returns/
 */
int i;
unsigned int u;
BEGIN /i < u || i == 5/ { trace(i * 2 > 7); trace(u >= 9 ? i : u); trace(!i ^^ u); }
