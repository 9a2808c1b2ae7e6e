/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Compound assignment wraps at the width of the bit-field, by its sign, and leaves its neighbours. */
#pragma D option quiet

struct bits { unsigned a:3; int b:5; unsigned c:7; } v;

BEGIN
{
	v.a = 7; v.b = -3; v.c = 100;
	v.a += 2;
	printf("%d %d %d\n", v.a, v.b, v.c);
	v.b -= 20;
	printf("%d %d %d\n", v.a, v.b, v.c);
	v.c *= 2;
	printf("%d %d %d\n", v.a, v.b, v.c);
	v.c++; v.b++; v.a <<= 1;
	printf("%d %d %d\n", v.a, v.b, v.c);
	x = (v.a += 5);
	y = v.a++;
	printf("%d %d %d\n", x, y, v.a);
	exit(0);
}
