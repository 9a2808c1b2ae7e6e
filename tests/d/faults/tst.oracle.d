/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The other lineage names the clause.
 * @@options: -x compat=oracle
 * @@errsed: s|BPF pc [0-9]*|BPF pc|
 */
#pragma D option quiet

int zero;

BEGIN
{
	trace(1 / zero);
}

BEGIN
{
	exit(0);
}
