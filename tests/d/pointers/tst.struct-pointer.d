/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Members through -> and nested pointers. */
#pragma D option quiet

struct inner { int x; char c; };
struct outer { struct inner in; struct inner *next; };
BEGIN
{
	this->o = (struct outer *)alloca(sizeof (struct outer));
	this->i = (struct inner *)alloca(sizeof (struct inner));
	this->o->in.x = 10;
	this->o->next = this->i;
	this->i->x = 20;
	this->i->c = 'z';
	printf("%d %d %c %d\n", this->o->in.x, this->o->next->x, this->o->next->c, (*this->o).in.x);
	exit(0);
}
