/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Code: operators work with 64 bits, values are cut where they are kept.
 * @@options: -e -S
 * @@errsed: s/DIFO 0x[0-9a-f]* returns/DIFO returns/
 */
int i, j;
unsigned char u;
BEGIN { j = i * i / i; u = i + j; u += 3; trace((short)(i << 3)); trace((i - 1) & 0xff); trace(-i); trace(~u); }
