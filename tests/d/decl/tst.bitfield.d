/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Bit-fields are read and written. */
#pragma D option quiet

struct b { int a : 3; unsigned int b : 5; int c : 24; };
struct b s;
BEGIN
{
	s.a = -2; s.b = 31; s.c = -1000;
	printf("%d %d %d %d\n", s.a, s.b, s.c, sizeof (struct b));
	s.b++;
	printf("%d %d %d\n", s.a, s.b, s.c);
	exit(0);
}
