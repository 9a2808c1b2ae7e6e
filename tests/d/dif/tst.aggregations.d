/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Code: keys and values of aggregations.
 * @@options: -e -S
 * @@errsed: s/DIFO 0x[0-9a-f]* returns/DIFO returns/
 */
int i;
BEGIN { @[pid, execname] = count(); @s = sum(i * 1024); @q = quantize(1 << i); @l["k"] = lquantize(i, 0, 10, 2); }
