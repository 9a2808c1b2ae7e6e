/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Keys that do something are computed once, also when a member of an element that is not there yet is assigned.
 * @@options: -q
 */
struct pair { int a; int b; };
struct pair x[int, string];
int i;
string k;

BEGIN
{
	x[i++, strjoin("a", "b")].a = 3;
	x[0, "ab"].b = 4;
	x[i++, k = "q"].a += 7;
	printf("%d %d %d %d\n", i, x[0, "ab"].a, x[0, "ab"].b, x[1, "q"].a);
	exit(0);
}
