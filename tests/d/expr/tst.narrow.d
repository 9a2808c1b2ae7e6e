/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Values are cut to their type. */
#pragma D option quiet

char c;
unsigned char uc;
short s;
int i;
BEGIN
{
	c = 200; uc = 200; s = 70000; i = 5000000000;
	printf("%d %d %d %d\n", c, uc, s, i);
	printf("%d %d\n", (char)0x80, (unsigned short)-1);
	i = 2147483647; i++;
	printf("%d\n", i);
	exit(0);
}
