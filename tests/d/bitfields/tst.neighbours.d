/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Writing one bit-field leaves its neighbours alone. */
#pragma D option quiet

struct bits {
	unsigned int a : 4;
	unsigned int b : 4;
	unsigned int c : 8;
	unsigned int d : 16;
};
union both { struct bits f; unsigned int whole; };
union both u;
BEGIN
{
	u.whole = 0;
	u.f.b = 0xf;
	printf("%x ", u.whole);
	u.f.d = 0xabcd;
	printf("%x ", u.whole);
	u.f.b = 0;
	u.f.a = 5;
	printf("%x ", u.whole);
	u.f.c |= 0x18;
	printf("%x\n", u.whole);
	exit(0);
}
