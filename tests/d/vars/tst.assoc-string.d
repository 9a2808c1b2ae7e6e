/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Strings in associative arrays. */
#pragma D option quiet

BEGIN
{
	a[1] = "one"; a[2] = strjoin(a[1], "two");
	printf("%s %s [%s]\n", a[1], a[2], a[3]);
	exit(0);
}
