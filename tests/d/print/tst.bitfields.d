/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A bit-field shows its width; its value is what its bits are. */
#pragma D option quiet

struct bits {
	unsigned int a : 1;
	int b : 3;
	unsigned long long c : 40;
};
struct bits v;

BEGIN
{
	v.a = 1;
	v.b = -2;
	v.c = 0x123456789a;
	print(v);
	print(v.b);
	exit(0);
}
