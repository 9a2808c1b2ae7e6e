/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* strtoll() reads signs, white space, and bases up to 36. */
#pragma D option quiet

BEGIN
{
	printf("%d %d %d %d\n", strtoll("0"), strtoll("42"), strtoll("-42"), strtoll("+7"));
	printf("%d %d\n", strtoll("  12"), strtoll("12abc"));
	printf("%d %d %d %d\n", strtoll("ff", 16), strtoll("0xff", 16), strtoll("777", 8), strtoll("101", 2));
	printf("%d %d\n", strtoll("zz", 36), strtoll("-ff", 16));
	printf("%d %d\n", strtoll(""), strtoll("none"));
	printf("%d\n", strtoll("9223372036854775807"));
	printf("%d\n", strtoll("-9223372036854775808"));
	exit(0);
}
