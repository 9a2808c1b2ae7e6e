/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A string and a number is the rest of the string. */
#pragma D option quiet


BEGIN
{
	s = "hello";
	printf("%s %s %d\n", s + 1, "abc" + 2, strlen(s + 4));
	printf("%s|\n", s + 5);
	exit(0);
}
