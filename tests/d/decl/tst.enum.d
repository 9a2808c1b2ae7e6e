/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Enumerators. */
#pragma D option quiet

enum colour { RED, GREEN = 5, BLUE };
enum colour e;
BEGIN
{
	e = BLUE;
	printf("%d %d %d %d\n", RED, GREEN, e, sizeof (e));
	exit(0);
}
