/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A bit-field that int can hold is an int behind ?: and before an assigning operator, too. */
#pragma D option quiet


struct s { unsigned long d : 20; unsigned b : 5; unsigned c : 5; } v;

BEGIN
{
	v.d = 3;
	v.b = 20;
	v.c = 20;
	x = 1;
	printf("%d\n", ((x ? v.d : v.b) - 4) < 0);
	v.b /= -5;
	v.c %= -50;
	printf("%d %d\n", v.b, v.c);
	exit(0);
}
