/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Integer constants in all bases, with suffixes. */
#pragma D option quiet

BEGIN
{
	printf("%d %d %d %d %d %d %d\n", 10, 010, 0x10, 10u, 10l, 10UL, 10ull);
	printf("%u %x\n", 18446744073709551615ull, 0xFFFFFFFFFFFFFFFF);
	printf("%d %d %d\n", sizeof (1), sizeof (1ll), sizeof (4294967296));
	printf("%d\n", sizeof (1l) == sizeof (long));
	exit(0);
}
