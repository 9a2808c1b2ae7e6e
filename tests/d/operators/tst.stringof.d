/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* stringof makes a string of a pointer and of an array of char. */
#pragma D option quiet

char buf[8];
BEGIN
{
	buf[0] = 'o';
	buf[1] = 'k';
	buf[2] = '\0';
	printf("%s %d\n", stringof(buf), stringof(buf) == "ok");
	printf("%s\n", stringof("already"));
	printf("%s\n", (string)&buf[0]);
	exit(0);
}
