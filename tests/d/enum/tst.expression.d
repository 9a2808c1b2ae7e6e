/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Enumerators are constants: in sizes, in widths, in other enumerators. */
#pragma D option quiet

enum { FOUR = 4, EIGHT = FOUR * 2, MASK = (1 << FOUR) - 1 };
struct s { unsigned int f : FOUR; char name[EIGHT]; };
BEGIN
{
	printf("%d %d %d\n", EIGHT, MASK, sizeof (struct s));
	exit(0);
}
