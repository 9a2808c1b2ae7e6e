/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * %? is as wide as a pointer of the traced kernel.
 * @@isa: x86_64 aarch64 riscv64
 */
#pragma D option quiet

BEGIN
{
	printf("<%?x>\n", 255);
	printf("<%0?x>\n", 255);
	exit(0);
}
