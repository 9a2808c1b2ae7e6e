/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Arithmetic on pointers. */
#pragma D option quiet

int *p;
BEGIN
{
	p = (int *)0x1000;
	printf("%p %p %p\n", p + 1, p - 1, &p[2]);
	printf("%d %d\n", (p + 5) - p, p + 1 > p);
	p++;
	printf("%p\n", p);
	p += 2;
	printf("%p\n", p);
	exit(0);
}
