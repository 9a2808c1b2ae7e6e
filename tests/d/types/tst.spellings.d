/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The many spellings of the integer types. */
#pragma D option quiet

short int a; int short b; unsigned short int c; long int d; int long e; long long int f; unsigned g;
unsigned long long int h; long unsigned i; signed j; signed long k; char unsigned l;
BEGIN
{
	printf("%d %d %d\n", sizeof (short int) == sizeof (int short), sizeof (unsigned short int), sizeof (long int) == sizeof (long));
	printf("%d %d %d\n", sizeof (long long int), sizeof (unsigned), sizeof (char unsigned));
	a = -1; c = -1; g = -1; l = -1; j = -1;
	printf("%d %d %d %d %d\n", a, c, g, l, j);
	exit(0);
}
