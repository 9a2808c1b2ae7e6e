/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Structures inside of structures, unnamed types and several declarators. */
#pragma D option quiet

struct outer {
	struct { int x, y; } a, b;
	struct inner { char c; } in;
};
struct outer v;
struct inner w;
BEGIN
{
	v.a.x = 1; v.a.y = 2; v.b.x = 3; v.b.y = 4;
	v.in.c = 'q';
	w.c = v.in.c;
	printf("%d %d %d %d %c %d\n", v.a.x, v.a.y, v.b.x, v.b.y, w.c, sizeof (struct outer));
	exit(0);
}
