/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A value in hexadecimal, another in octal. */
#pragma D option quiet

BEGIN
{
	@a = sum(255);
	@b = sum(8);
	printa("%@x %@o\n", @a, @b);
	exit(0);
}
