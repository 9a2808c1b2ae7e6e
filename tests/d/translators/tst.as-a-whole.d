/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A translation to a structure can be assigned: its members are translated then.
 * @@options: -q
 */
struct in { int a; };
struct out { int b; string text; char name[4]; int bits:5; };
translator struct out < struct in *p > {
	b = p->a + 2;
	text = p->a == 7 ? "seven" : "other";
	name = "abcdef";
	bits = p->a;
};
struct out kept;

BEGIN
{
	this->p = (struct in *)alloca(sizeof(struct in));
	this->p->a = 7;
	kept = xlate <struct out> (this->p);
	this->now = xlate <struct out> (this->p);
	this->p->a = 8;
	printf("%d %s %s %d\n", kept.b, kept.text, stringof(kept.name), kept.bits);
	printf("%d %d\n", this->now.b, xlate <struct out> (this->p).b);
	exit(0);
}
