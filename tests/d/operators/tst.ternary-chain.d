/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A chain of ?: groups to the right. */
#pragma D option quiet

BEGIN
{
	x = 2;
	printf("%s\n", x == 1 ? "one" : x == 2 ? "two" : x == 3 ? "three" : "many");
	printf("%d\n", 0 ? 1 : 0 ? 2 : 3);
	printf("%d\n", 1 ? 0 ? 4 : 5 : 6);
	printf("%s\n", (x > 1 ? "a" : "b") == "a" ? "yes" : "no");
	exit(0);
}
