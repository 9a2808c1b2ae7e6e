/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Increment and decrement before and after, of globals, thread-locals, clause-locals and elements. */
#pragma D option quiet

BEGIN
{
	g = 5;
	self->s = 5;
	this->t = 5;
	a["k"] = 5;
	printf("%d %d %d %d\n", g++, self->s++, this->t++, a["k"]++);
	printf("%d %d %d %d\n", g, self->s, this->t, a["k"]);
	printf("%d %d %d %d\n", ++g, ++self->s, ++this->t, ++a["k"]);
	printf("%d %d %d %d\n", g--, self->s--, this->t--, a["k"]--);
	printf("%d %d %d %d\n", --g, --self->s, --this->t, --a["k"]);
	exit(0);
}
