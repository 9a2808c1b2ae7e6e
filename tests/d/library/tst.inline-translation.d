/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A program's inline may be a translation, too: with and without parameters, by pointer and by value. */
#pragma D option quiet

typedef struct point { int x, y; } point_t;
translator point_t < int I > { x = I; y = I * 10; };
inline point_t *here = xlate <point_t *> (4);
inline point_t at[int i] = xlate <point_t> (i + 1);

BEGIN
{
	printf("%d %d %d %d\n", here->x, here->y, at[6].x, at[arg0 + 1].y);
	exit(0);
}
