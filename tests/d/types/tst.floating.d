/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Data of the floating types is copied and printed, also of the one that is larger than a register. */
#pragma D option quiet
struct number { float f; double d; long double l; };
struct number n, *p;
long double copy;
BEGIN
{
	printf("%f %e %Lf %G\n", n.f, n.d, n.l, n.d);
	p = (struct number *)alloca(sizeof (struct number));
	*(uint64_t *)&p->d = 0x3ff8000000000000;
	*(uint32_t *)&p->f = 0xbfc00000;
	copy = n.l;
	n.l = copy;
	n.d = p->d;
	printf("%g %.3f %.1f %Lg\n", p->f, p->d, n.d, copy);
	exit(0);
}
