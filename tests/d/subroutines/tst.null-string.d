/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A string that was never assigned is empty. */
#pragma D option quiet

string s;
BEGIN
{
	printf("%d [%s] %d\n", strlen(s), strjoin(s, "x"), s == "");
	printf("%d %d\n", index(s, "a"), strlen(basename(s)));
	exit(0);
}
