/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Several statements of one clause, each with its own arguments. */
#pragma D option quiet

BEGIN
{
	printf("%d", 1);
	printf("%d", 2);
	printf(" %s %d", "three", 4);
	printf("\n");
	exit(0);
}
