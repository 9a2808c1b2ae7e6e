#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them: a translator of its own behind an inline.
 */
#pragma D option quiet
struct raw { uint64_t w; int n; };
typedef struct pretty { uint32_t high; uint32_t low; string name; int twice; } pretty_t;
translator pretty_t < struct raw *R > {
	high = R->w >> 32;
	low = (uint32_t)R->w;
	name = R->n == 1 ? "one" : "other";
	twice = 2 * R->n;
};
inline pretty_t pr[struct raw *r] = xlate <pretty_t> (r);
BEGIN
{
	this->r = (struct raw *)alloca(sizeof (struct raw));
	this->r->w = 0x100000002;
	this->r->n = 1;
	printf("%d %d %s %d\n", xlate <pretty_t *> (this->r)->high, pr[this->r].low,
	    (xlate <pretty_t> (this->r)).name, xlate <pretty_t *> (this->r)->twice);
	exit(0);
}
