/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Translators. */
#pragma D option quiet

struct in { int x; int y; };
struct out { int sum; string text; int first; };
translator struct out < struct in *P > {
	sum = P->x + P->y;
	text = P->x ? "yes" : "no";
	first = P->x;
};
BEGIN
{
	this->p = (struct in *)alloca(8);
	this->p->x = 3;
	this->p->y = 4;
	printf("%d %s %d\n", xlate <struct out *> (this->p)->sum, xlate <struct out> (this->p).text, xlate <struct out *> (this->p)->first);
	exit(0);
}
