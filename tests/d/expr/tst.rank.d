/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Operands are ranked by size, then by sign: nothing is promoted to int. */
#pragma D option quiet

uint8_t x, y;
int8_t c;
short s;
uint16_t us;
BEGIN
{
	x = 250; y = 10; c = -1; s = -2; us = 3;
	printf("%d %d %d\n", x + y, x * y, -y);
	printf("%d %d %d\n", sizeof(x + y), sizeof(x + 1), sizeof(-c));
	printf("%d %d %d\n", sizeof(c + x), sizeof(s + x), sizeof(s + us));
	printf("%d %d %d\n", c + x, s + y, s + us);
	printf("%d %d %d\n", s - us, s + 0, ~y);
	printf("%d %d\n", c < x, x + y > 255);
	@ = sum(x + y);
	z = x + y;
	printf("%d %d\n", z, sizeof(z));
	exit(0);
}
