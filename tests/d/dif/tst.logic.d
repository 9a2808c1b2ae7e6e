/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Code: short circuits, a constant condition, an inline with a parameter.
 * @@options: -e -S
 * @@errsed: s/DIFO 0x[0-9a-f]* returns/DIFO returns/
 */
inline int twice[int n] = n * 2;
inline int VERBOSE = 0;
int i;
BEGIN { trace(i && twice[i] || !i); trace(VERBOSE ? i : 3); trace((i, 5)); i = i ? twice[i + 1] : 0; }
