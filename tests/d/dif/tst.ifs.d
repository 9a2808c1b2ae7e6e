/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Code: if and else are clauses with conditions.
 * @@options: -e -S
 * @@errsed: s/DIFO 0x[0-9a-f]* returns/DIFO returns/
 */
int i;
BEGIN /i > 1/ { if (i == 2) { i = 3; } else { i = 4; } trace(i); }
