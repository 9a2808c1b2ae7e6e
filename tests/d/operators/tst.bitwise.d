/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The bit operators. */
#pragma D option quiet

BEGIN
{
	x = 0xf0f0;
	y = 0x0ff0;
	printf("%x %x %x %x\n", x & y, x | y, x ^ y, ~x & 0xffff);
	printf("%d %d %d\n", 1 << 10, 1024 >> 3, -16 >> 2);
	z = 0xff;
	z &= 0x3c;
	printf("%x ", z);
	z |= 0x81;
	printf("%x ", z);
	z ^= 0xff;
	printf("%x ", z);
	z <<= 4;
	printf("%x ", z);
	z >>= 5;
	printf("%x\n", z);
	exit(0);
}
