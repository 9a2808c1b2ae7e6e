/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* %c takes characters and integers. */
#pragma D option quiet

BEGIN
{
	printf("%c%c%c\n", 'A', 66, (char)67);
	printf("<%3c> <%-3c>\n", 'x', 'y');
	exit(0);
}
