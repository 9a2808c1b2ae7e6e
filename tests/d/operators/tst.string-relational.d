/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Strings compare like strcmp(). */
#pragma D option quiet

BEGIN
{
	a = "apple";
	b = "banana";
	printf("%d%d%d%d%d%d\n", a < b, a <= b, a > b, a >= b, a == b, a != b);
	printf("%d%d%d%d%d%d\n", b < a, b <= a, b > a, b >= a, b == a, b != a);
	printf("%d%d%d%d%d%d\n", a < a, a <= a, a > a, a >= a, a == a, a != a);
	printf("%d%d%d\n", "app" < a, "" < a, "" == "");
	printf("%d%d\n", "Z" < "a", "abc" < "abd");
	exit(0);
}
