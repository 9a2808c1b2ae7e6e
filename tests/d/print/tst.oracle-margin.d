/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Without -q the tree has a margin of 44 columns; with printsize only so many bytes are recorded, the rest is "...".
 * @@testing
 * @@options: -x compat=oracle -x printsize=4
 * @@sed: s/0x[0-9a-f]* = /0xADDR = /
 */
struct pair {
	int a;
	int b;
};
struct pair *p;

BEGIN
{
	p = (struct pair *)alloca(sizeof(struct pair));
	p->a = 1;
	p->b = 2;
	print(p);
	exit(0);
}
