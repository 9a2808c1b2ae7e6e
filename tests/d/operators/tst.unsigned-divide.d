/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Division and remainder of unsigned 64-bit numbers. */
#pragma D option quiet

uint64_t big;
BEGIN
{
	big = 0xffffffffffffffff;
	printf("%u %u\n", big / 10, big % 10);
	printf("%u %u\n", big / (uint64_t)2, big % (uint64_t)2);
	printf("%u\n", big >> 60);
	exit(0);
}
