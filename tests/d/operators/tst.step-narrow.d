/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Stepping a narrow variable wraps in its own width. */
#pragma D option quiet

char c;
unsigned char uc;
short s;
unsigned short us;
int i;
unsigned int ui;
BEGIN
{
	c = 127;
	uc = 255;
	s = 32767;
	us = 65535;
	i = 2147483647;
	ui = 4294967295;
	c++; uc++; s++; us++; i++; ui++;
	printf("%d %d %d %d %d %d\n", c, uc, s, us, i, ui);
	c--; uc--; s--; us--; i--; ui--;
	printf("%d %u %d %u %d %u\n", c, uc, s, us, i, ui);
	exit(0);
}
