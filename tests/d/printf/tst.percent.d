/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A literal percent sign. */
#pragma D option quiet

BEGIN
{
	printf("100%%\n");
	printf("%d%%\n", 5);
	exit(0);
}
