/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A variable and an enumerator of a header can have one name: the variable goes first, where no enumeration is beside it.
 * @@options: -q
 */
int red;
# 1 "color.h"
enum color { red, green };
# 10
enum color c;
self int green;

BEGIN
{
	red = 5;
	self->green = 6;
	c = green;
	printf("%d %d %d %d %d\n", red, self->green, green, c == green, c == (int)red);
	exit(0);
}
