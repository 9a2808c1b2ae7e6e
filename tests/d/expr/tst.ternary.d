/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* ?: with numbers and strings; nested. */
#pragma D option quiet

BEGIN
{
	x = 2;
	printf("%s %d\n", x == 2 ? "two" : "other", x == 1 ? 10 : x == 2 ? 20 : 30);
	exit(0);
}
