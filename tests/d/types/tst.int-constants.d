/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Constants: decimal, octal, hexadecimal, with suffixes. */
#pragma D option quiet

BEGIN
{
	printf("%d %d %d %d\n", 10, 010, 0x10, 0X1f);
	printf("%d %d %d %d %d\n", 1u, 1U, 1l, 1L, 1ul);
	printf("%d %d %d\n", 1UL, 1ll, 1ULL);
	printf("%d %d\n", 9223372036854775807, 18446744073709551615);
	printf("%d %d\n", sizeof (1), sizeof (0x100000000));
	printf("%d %d\n", 0, 00);
	exit(0);
}
