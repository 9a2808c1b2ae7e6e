/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Several variables in one declaration. */
#pragma D option quiet

int a, *b, c[2];
self int d, e;
this char f;
BEGIN
{
	a = 1; b = (int *)8; c[1] = 2; self->d = 3; self->e = 4; this->f = 'f';
	printf("%d %p %d %d %d %c\n", a, b, c[1], self->d, self->e, this->f);
	exit(0);
}
