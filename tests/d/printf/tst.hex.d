/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* %x %X %o and their alternate forms. */
#pragma D option quiet

BEGIN
{
	printf("%x %X %#x %#X\n", 48879, 48879, 48879, 48879);
	printf("%o %#o\n", 8, 8);
	printf("%x %x\n", (char)-1, -1);
	exit(0);
}
