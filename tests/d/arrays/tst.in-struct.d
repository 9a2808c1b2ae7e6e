/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An array inside of a structure. */
#pragma D option quiet

struct s { int before; short a[4]; int after; };
struct s v;
BEGIN
{
	v.before = 1;
	v.after = 2;
	v.a[0] = 100;
	v.a[3] = -100;
	printf("%d %d %d %d %d\n", v.before, v.a[0], v.a[1], v.a[3], v.after);
	printf("%d\n", sizeof (v.a));
	exit(0);
}
