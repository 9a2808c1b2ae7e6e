/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An enumerator by its name with %s, also as a key; by its number otherwise, and where no enumerator has the value. */
#pragma D option quiet

enum colour { RED, GREEN = 5, BLUE = -1 };
typedef enum colour colour_t;
struct spot {
	colour_t c;
};
struct spot spot;

BEGIN
{
	spot.c = GREEN;
	this->below = (enum colour)-1;
	printf("%s|%8s|%-6s|%.2s|%s|%S|%d\n", spot.c, this->below, (enum colour)0, spot.c, (colour_t)7, spot.c, spot.c);
	@[spot.c, this->below] = count();
	printa("%s %d %@d\n", @);
	trace(spot.c);
	exit(0);
}
