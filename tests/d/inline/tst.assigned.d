/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * An inline that is just a variable can be assigned.
 * @@options: -q
 */
int x;
self int y;
inline int a = x;
inline int b = self->y;
BEGIN
{
	a = 5;
	b = a++;
	b += 1;
	printf("%d %d\n", x, self->y);
	exit(0);
}
