/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* toupper() and tolower() change ASCII letters only. */
#pragma D option quiet

BEGIN
{
	printf("%s %s\n", toupper("abcXYZ019_z{"), tolower("ABCxyz019_Z["));
	printf("[%s] [%s]\n", toupper(""), tolower(""));
	exit(0);
}
