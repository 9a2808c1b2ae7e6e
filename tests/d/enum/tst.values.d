/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Enumerators count on from the last one. */
#pragma D option quiet

enum color { RED, GREEN, BLUE = 10, WHITE, BLACK = -3, GREY };
enum color c;
BEGIN
{
	printf("%d %d %d %d %d %d\n", RED, GREEN, BLUE, WHITE, BLACK, GREY);
	c = WHITE;
	printf("%d %d\n", c, c == WHITE);
	c = 1;
	printf("%d\n", c == GREEN);
	exit(0);
}
