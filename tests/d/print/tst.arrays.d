/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Arrays: simple elements in one line, structures on lines of their own, text in quotes when there is a NUL behind it. */
#pragma D option quiet

struct pair {
	short a;
	char c;
};

struct holder {
	int v[3];
	struct pair p[2];
	char text[4];
	char full[2];
	int m[2][2];
};
struct holder h;

BEGIN
{
	h.v[0] = 1;
	h.v[2] = 3;
	h.p[1].a = -1;
	h.text[0] = 'o';
	h.text[1] = 'k';
	h.full[0] = 'n';
	h.full[1] = 'o';
	h.m[0][1] = 1;
	h.m[1][0] = 2;
	print(h.v);
	print(h.text);
	print(h.full);
	print(h.p);
	print(h.m);
	exit(0);
}
