/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A member of type string is copied to and from, and cut where it does not fit.
 * @@options: -x strsize=8
 */
#pragma D option quiet

struct s { int before; string name; int after; };
struct s v;
BEGIN
{
	v.before = 1;
	v.after = 2;
	v.name = "first";
	copy = v.name;
	a[v.name] = 5;
	printf("%s %s %d %d %d %d\n", v.name, copy, a["first"], strlen(v.name), v.before, v.after);
	v.name = "0123456789";
	printf("%s %d %d\n", v.name, v.before, v.after);
	v.name = "";
	printf("[%s]\n", v.name);
	exit(0);
}
