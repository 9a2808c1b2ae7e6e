/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The plain types and their signs. */
#pragma D option quiet

char c; signed char sc; unsigned char uc;
short s; unsigned short us;
int i; unsigned u;
long long ll; unsigned long long ull;
BEGIN
{
	c = 0xff; sc = 0xff; uc = 0xff;
	s = 0xffff; us = 0xffff;
	i = 0xffffffff; u = 0xffffffff;
	ll = 0xffffffffffffffff; ull = 0xffffffffffffffff;
	printf("%d %d %d\n", c, sc, uc);
	printf("%d %d\n", s, us);
	printf("%d %d\n", i, u);
	printf("%d %d\n", ll, ull);
	exit(0);
}
