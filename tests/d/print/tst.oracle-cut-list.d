/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Oracle's print() of what printsize cuts: an array of structures shows those that are there.
 * @@options: -x compat=oracle
 * @@sed: s/^0x[0-9a-f]* = /0xADDR = /
 */
#pragma D option quiet
#pragma D option printsize=44

struct cut {
	int a;
	char b[12];
	union {
		uint8_t c;
		uint64_t d;
	} u;
	struct {
		uint64_t e;
		uint64_t f;
	} s;
	struct {
		int g;
	} list[2];
};
struct cut *p;

BEGIN
{
	p = (struct cut *)alloca(sizeof(struct cut));
	p->a = 1;
	p->b[0] = 't';
	p->b[1] = 'e';
	p->b[2] = 's';
	p->b[3] = 't';
	p->u.d = 12345678;
	p->s.e = 5;
	p->s.f = 100;
	p->list[0].g = 6;
	p->list[1].g = 7;
	print(p);
	exit(0);
}
