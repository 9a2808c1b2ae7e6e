/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* && and || leave their right side when the left one decides; ^^ always does both. */
#pragma D option quiet

BEGIN
{
	n = 0;
	x = 0 && n++;
	x = 1 || n++;
	printf("%d ", n);
	x = 1 && n++;
	x = 0 || n++;
	printf("%d ", n);
	x = 1 ^^ n++;
	x = 0 ^^ n++;
	printf("%d ", n);
	x = 1 ? 2 : n++;
	x = 0 ? n++ : 2;
	printf("%d\n", n);
	exit(0);
}
