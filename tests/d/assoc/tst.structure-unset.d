/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A structure that nothing was stored in, as an element or of a thread: its members are 0 and "", its copy is zeros.
 * @@options: -q
 */
struct in { int x; char t[4]; string s; int m[3]; };
struct s { uint64_t a; int b; struct in in; struct s *n; string s; int bit:3; unsigned f:4; };
struct s each[string];
self struct s mine;
self struct s kept[int];
self int list[4];

BEGIN
{
	this->dirty = (uint64_t *)alloca(2000);
	bcopy("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", this->dirty, 64);
	this->one = 1;
}

BEGIN
{
	printf("%d %d %d %d\n", each["n"].a, each["n"].b, each["n"].in.x, each["n"].bit + each["n"].f);
	printf("[%s] [%s] [%s] %d %d\n", each["n"].s, each["n"].in.s, stringof(each["n"].in.t), each["n"].in.t[1], each["n"].in.m[this->one]);
	printf("%d %d [%s]\n", mine_is = self->mine.b, self->kept[5].in.x, self->mine.s);
	printf("%d %d\n", self->list[2], self->list[this->one]);
	printf("%d\n", each["n"].n == NULL);
}

BEGIN
/each["n"].a != 0 || self->mine.bit || strlen(each["n"].s) || each["n"].s != ""/
{
	printf("never\n");
}

BEGIN
{
	copy = each["n"];
	part = each["n"].in;
	printf("%d [%s] %d\n", copy.b, copy.s, part.x);
	each["n"].b++;
	each["m"].in.m[2] = 7;
	self->mine.bit = -1;
	printf("%d %d %d %d\n", each["n"].b, each["n"].a, each["m"].in.m[2], self->mine.bit);
	each["k"].a = each["l"].a + each["n"].b;
	printf("%d\n", each["k"].a);
	@[each["z"].b] = sum(each["z"].a);
	print(each["z"].in);
	exit(0);
}
