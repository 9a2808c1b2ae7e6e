/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* strtok() with several delimiters, and other ones at each call. */
#pragma D option quiet

BEGIN
{
	printf("%s\n", strtok("a,b c d", ",;"));
	printf("%s\n", strtok(NULL, ", "));
	printf("%s\n", strtok(NULL, " "));
	printf("%s\n", strtok(NULL, " "));
	printf("%d\n", strtok("", ",") == NULL);
	printf("%d\n", strtok(",,,", ",") == NULL);
	printf("%s\n", strtok("whole", ""));
	exit(0);
}
