/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An array of char is a string where one is wanted. */
#pragma D option quiet

char name[8];
BEGIN
{
	name[0] = 'd';
	name[1] = 'o';
	name[2] = 'g';
	printf("%s %d %d\n", name, strlen(name), name == "dog");
	printf("%s\n", strjoin(name, "s"));
	exit(0);
}
