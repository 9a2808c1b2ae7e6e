/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A structure named before it is defined. */
#pragma D option quiet

struct later;
struct user { struct later *p; };
struct later { int x; };
BEGIN
{
	this->u = (struct user *)alloca(sizeof (struct user));
	this->u->p = (struct later *)alloca(sizeof (struct later));
	this->u->p->x = 9;
	printf("%d\n", this->u->p->x);
	exit(0);
}
