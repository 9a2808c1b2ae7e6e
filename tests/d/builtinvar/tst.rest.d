/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Variables that are there in every firing. */
#pragma D option quiet

BEGIN
{
	printf("%d %d\n", cpu >= 0, cpu < 100000);
	printf("%d\n", ipl < 100);
	printf("%d %d\n", errno, ustackdepth < 1000 && stackdepth < 1000);
	exit(0);
}
