/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A program is read as a whole: declarations hold for clauses above them, too.
 * @@options: -q
 */
BEGIN
{
	p = (struct later *)alloca(sizeof(struct later));
	p->a = LATER;
	y = 300;
	printf("%d %d %d\n", p->a, sizeof(struct later), y);
	exit(0);
}

struct later { int a; char b[16]; };
inline int LATER = 7;
uint8_t y;
