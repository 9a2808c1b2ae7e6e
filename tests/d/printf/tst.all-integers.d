/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Every size prefix with its own type. */
#pragma D option quiet

char c;
short s;
int i;
long long ll;
unsigned int u;
BEGIN
{
	c = 'x'; s = -2; i = -3; ll = -4; u = 4000000000;
	printf("%hd %d %i %lld %u %c\n", s, i, i, ll, u, c);
	printf("%x %X %o %#x %#o\n", 255, 255, 8, 255, 8);
	printf("[%5d] [%-5d] [%05d] [%+d] [% d]\n", 42, 42, 42, 42, 42);
	printf("[%.3d] [%8.3d]\n", 5, 5);
	exit(0);
}
