/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* In an expression a narrow bit-field is an int. */
#pragma D option quiet

struct bits { unsigned int a : 4; unsigned int b : 4; };
struct bits v;
BEGIN
{
	v.a = 3;
	v.b = 5;
	printf("%d %d\n", v.a - v.b, v.a * v.b);
	printf("%d %d\n", v.a < v.b, ~v.a);
	exit(0);
}
