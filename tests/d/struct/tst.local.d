/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Clause-local structures. */
#pragma D option quiet

struct s { int a; int b; };
this struct s l;
BEGIN
{
	this->l.a = 3;
	this->l.b = 4;
	printf("%d %d\n", this->l.a, this->l.b);
	exit(0);
}
