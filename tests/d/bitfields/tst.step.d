/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Stepping a bit-field wraps at its width. */
#pragma D option quiet

struct bits { unsigned int a : 2; int b : 2; };
struct bits v;
BEGIN
{
	v.a = 3;
	v.b = 1;
	v.a++;
	++v.b;
	printf("%d %d\n", v.a, v.b);
	v.a--;
	--v.b;
	printf("%d %d\n", v.a, v.b);
	exit(0);
}
