/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Elements that are strings. */
#pragma D option quiet

BEGIN
{
	n[1] = "one";
	n[2] = "two";
	n[1] = strjoin(n[1], n[2]);
	printf("[%s] [%s] [%s]\n", n[1], n[2], n[3]);
	exit(0);
}
