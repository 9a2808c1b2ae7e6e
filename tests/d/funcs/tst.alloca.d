/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Memory of a clause. */
#pragma D option quiet

struct s { int a; char b[4]; };
BEGIN
{
	this->p = (struct s *)alloca(sizeof (struct s));
	this->p->a = 5;
	bcopy("xyz", &this->p->b, 4);
	printf("%d %s\n", this->p->a, stringof(this->p->b));
	exit(0);
}
