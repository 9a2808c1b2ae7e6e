/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* lltostr() of small, large and negative numbers, and in other bases. */
#pragma D option quiet

BEGIN
{
	printf("%s %s %s %s\n", lltostr(0), lltostr(1), lltostr(-1), lltostr(1234567890123));
	printf("%s\n", lltostr(9223372036854775807));
	printf("%s\n", lltostr(-9223372036854775807 - 1));
	printf("%s %s %s %s\n", lltostr(255, 16), lltostr(255, 8), lltostr(5, 2), lltostr(35, 36));
	printf("%s\n", strjoin("n", lltostr(42)));
	exit(0);
}
