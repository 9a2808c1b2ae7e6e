/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Sizes of types and expressions. */
#pragma D option quiet

struct s { char a; int b; short c; };
BEGIN
{
	printf("%d %d %d %d %d %d\n", sizeof (char), sizeof (short), sizeof (int), sizeof (long long), sizeof (struct s), sizeof (int [3]));
	printf("%d %d\n", sizeof ("abc"), offsetof (struct s, c));
	exit(0);
}
