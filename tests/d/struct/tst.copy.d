/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* One assignment copies a structure. */
#pragma D option quiet

struct s { int a; char b[8]; long long c; };
struct s one;
struct s two;
BEGIN
{
	one.a = 1;
	one.b[0] = 'h';
	one.b[1] = 'i';
	one.c = -7;
	two = one;
	one.a = 100;
	printf("%d %s %d %d\n", two.a, stringof(two.b), two.c, one.a);
	exit(0);
}
