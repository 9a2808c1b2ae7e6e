/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Stepping a pointer moves it by what it points to. */
#pragma D option quiet

long long *ll;
short *s;
char *c;
BEGIN
{
	ll = (long long *)0x1000;
	s = (short *)0x1000;
	c = (char *)0x1000;
	ll++; s++; c++;
	printf("%x %x %x\n", (uintptr_t)ll, (uintptr_t)s, (uintptr_t)c);
	ll -= 2; s -= 2; c -= 2;
	printf("%x %x %x\n", (uintptr_t)ll, (uintptr_t)s, (uintptr_t)c);
	printf("%d\n", (long long *)0x1040 - (long long *)0x1000);
	exit(0);
}
