/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Mixed expressions take the type of the higher rank; small values are compared as they are. */
#pragma D option quiet

char c;
unsigned char uc;
unsigned int ui;
int i;
long long ll;
BEGIN
{
	c = -1;
	uc = 255;
	ui = 1;
	i = -2;
	ll = -3;
	printf("%d %d\n", c == uc, c + uc);
	printf("%d\n", (i + ui) > 0);
	printf("%d\n", ll + ui);
	printf("%d %d\n", uc << 4, uc * uc);
	exit(0);
}
