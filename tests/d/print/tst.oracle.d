/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Oracle's print() takes a pointer: the address, then what is there, one column deeper for each brace; members that are
 * zero are left out.
 * @@options: -x compat=oracle
 * @@sed: s/^0x[0-9a-f]* = /0xADDR = /
 */
#pragma D option quiet

enum color { RED, GREEN = 5 };

struct inner {
	short a;
	char c;
};

struct outer {
	int x;
	int unset;
	unsigned int y : 3;
	int z : 5;
	char name[4];
	struct inner in;
	struct inner arr[2];
	enum color col;
	void *p;
	int64_t big;
	uint64_t ubig;
};
struct outer *p;

BEGIN
{
	p = (struct outer *)alloca(sizeof(struct outer));
	p->x = 23;
	p->y = 5;
	p->z = -2;
	p->name[0] = 'a';
	p->name[1] = 'b';
	p->in.a = 3;
	p->in.c = 'x';
	p->arr[1].a = -1;
	p->col = GREEN;
	p->p = (void *)0x1234;
	p->big = -1;
	p->ubig = -1;
	print(p);
	print(&p->x);
	exit(0);
}
