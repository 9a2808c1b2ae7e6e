/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Strings in arrays and structures take strsize bytes, wherever in the program the option is set.
 * @@options: -q
 */
struct pair { int x; string text; int y; };
struct outer { struct pair p[2]; int :0; char z; };
#pragma D option strsize=20
struct pair v;
struct outer o;
string a[3];

BEGIN
{
	printf("%d %d %d %d\n", sizeof(string), sizeof(v), sizeof(a), sizeof(o));
	v.y = 5;
	v.text = a[1] = "abcdefghijklmnopqrstuvw";
	a[2] = "end";
	o.p[1].text = "in";
	o.p[1].y = 6;
	printf("%s %d %s %s %d\n", v.text, v.y, a[1], a[2], offsetof(struct pair, y));
	printf("%s %d\n", o.p[1].text, o.p[1].y);
	exit(0);
}
