/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Shifts by the type of the left side. */
#pragma D option quiet

BEGIN
{
	printf("%d %d %x\n", 1 << 31, (unsigned int)0x80000000 >> 31, -1 >> 4);
	x = 0x8000000000000000;
	printf("%d %d\n", x >> 63, (int64_t)x >> 63);
	exit(0);
}
