/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * What a translation to a pointer points to can be copied, into every kind of variable; its members can be taken with a dot.
 * @@options: -q
 */
struct in { int a; };
struct out { int b; };
translator struct out < struct in *p > { b = p->a + 2; };
struct out global;

BEGIN
{
	this->p = (struct in *)alloca(sizeof (struct in));
	this->p->a = 7;
	global = *xlate <struct out *> (this->p);
	self->kept = *xlate <struct out *> (this->p);
	this->kept = *xlate <struct out *> (this->p);
	each["x"] = *xlate <struct out *> (this->p);
	this->p->a = 8;
	printf("%d %d %d %d\n", global.b, self->kept.b, this->kept.b, each["x"].b);
	printf("%d\n", (*xlate <struct out *> (this->p)).b);
	exit(0);
}
