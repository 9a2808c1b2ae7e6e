/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Members of all sizes, and what lies between them. */
#pragma D option quiet

struct all { char c; short s; int i; long long l; unsigned char uc; void *p; };
struct all v;
BEGIN
{
	v.c = -1; v.s = -2; v.i = -3; v.l = -4; v.uc = 255; v.p = (void *)0x10;
	printf("%d %d %d %d %d %p\n", v.c, v.s, v.i, v.l, v.uc, v.p);
	exit(0);
}
