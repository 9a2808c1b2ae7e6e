/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Small types are not promoted to int: the sum of two uint8_t is one, and printed as one. */
#pragma D option quiet

uint8_t a;
uint16_t b;

BEGIN
{
	x = (uint8_t)250;
	y = (uint8_t)10;
	a = 250;
	b = 65535;
	printf("%d %d %d %d\n", x + y, a + a, b + b, a + b);
	printf("%d %d %d\n", sizeof(x + y), sizeof(b + b), sizeof(a + b));
	trace(x + y);
	exit(0);
}
