/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A member of an element that was never assigned: the rest of the structure is zero. */
#pragma D option quiet

struct point { int x; int y[3]; string name; };
struct point at[int];
self struct point mine;
self struct point of[int, string];

BEGIN
{
	at[1].y[2] = 3;
	at[1].name = "one";
	at[1].y[2] += 4;
	printf("%d %d %d %s\n", at[1].x, at[1].y[0], at[1].y[2], at[1].name);
	self->mine.x++;
	self->mine.x++;
	printf("%d %d [%s]\n", self->mine.x, self->mine.y[1], self->mine.name);
	self->of[7, "k"].x = 5;
	self->of[7, "k"].y[1] = 6;
	self->of[8, "k"].x = 9;
	printf("%d %d %d\n", self->of[7, "k"].x, self->of[7, "k"].y[1], self->of[8, "k"].x);
	exit(0);
}
