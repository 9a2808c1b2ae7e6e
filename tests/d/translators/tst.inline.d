/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Translations in inlines: as what one stands for, as what it is given, and both at once.
 * @@options: -q
 */
struct in { int a; };
struct out { int b; };
translator struct out < struct in *p > { b = p->a + 2; };
inline struct out *seen[struct in *p] = xlate <struct out *> (p);
inline struct out held[struct in *p] = xlate <struct out> (p);
inline int times[struct out *o, int n] = o->b * n;
inline int plus[struct out o, int n] = o.b + n;
inline int both[struct out *o] = times[o, 2] + plus[*o, 100];

BEGIN
{
	this->p = (struct in *)alloca(sizeof (struct in));
	this->p->a = 7;
	printf("%d %d\n", seen[this->p]->b, held[this->p].b);
	printf("%d %d\n", times[xlate <struct out *> (this->p), 3], times[seen[this->p], 4]);
	printf("%d %d\n", plus[xlate <struct out> (this->p), 3], plus[held[this->p], 4]);
	printf("%d\n", both[seen[this->p]]);
	printf("%d\n", (*seen[this->p]).b);
	exit(0);
}
