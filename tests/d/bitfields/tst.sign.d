/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A signed bit-field keeps its sign, an unsigned one has none. */
#pragma D option quiet

struct bits {
	int a : 1;
	int b : 3;
	unsigned int c : 3;
	int d : 15;
	unsigned int e : 10;
};
struct bits v;
BEGIN
{
	v.a = 1;
	v.b = 5;
	v.c = 13;
	v.d = -3;
	v.e = 1023;
	printf("%d %d %d %d %d\n", v.a, v.b, v.c, v.d, v.e);
	v.e++;
	v.c--;
	printf("%d %d %d %d %d\n", v.a, v.b, v.c, v.d, v.e);
	exit(0);
}
