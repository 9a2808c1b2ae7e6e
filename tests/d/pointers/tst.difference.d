/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The difference of two pointers is a number of elements. */
#pragma D option quiet
struct pair { int a, b; };
BEGIN
{
	p = (struct pair *)0x1040; q = (struct pair *)0x1000;
	printf("%d %d %d\n", p - q, q - p, (char *)p - (char *)q);
	printf("%d %d\n", &p[3] - p, (short *)p - (short *)q);
	exit(0);
}
