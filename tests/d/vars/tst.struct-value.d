/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Structures in variables are copied. */
#pragma D option quiet

struct s { int a; int b; };
struct s x;
struct s y;
BEGIN
{
	x.a = 1; x.b = 2;
	y = x;
	x.a = 5;
	printf("%d %d %d\n", x.a, y.a, y.b);
	exit(0);
}
