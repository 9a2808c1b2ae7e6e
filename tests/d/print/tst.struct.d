/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A structure: members with their types, four columns deeper; what has no tag is only "struct". */
#pragma D option quiet

struct inner {
	short a;
	char c;
};

typedef struct {
	int t;
} anonymous_t;

struct outer {
	int x;
	char name[8];
	char raw[3];
	struct inner in;
	struct {
		int q;
	} an;
	union {
		int i;
		char ch;
	} u;
	void *p;
	anonymous_t td;
};
struct outer g;

BEGIN
{
	g.x = 0x17;
	g.name[0] = 'a';
	g.name[1] = 'b';
	g.raw[0] = 'q';
	g.raw[1] = 7;
	g.raw[2] = 'z';
	g.in.a = 3;
	g.in.c = 'x';
	g.an.q = 9;
	g.u.i = 65;
	g.p = (void *)0x1234;
	g.td.t = 4;
	print(g);
	print(g.td);
	exit(0);
}
