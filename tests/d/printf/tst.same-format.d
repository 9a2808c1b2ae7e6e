/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The same format twice in a row is two statements. */
#pragma D option quiet

BEGIN
{
	printf("x");
	printf("x");
	printf("%d ", 1);
	printf("%d ", 2);
	printf("\n");
	exit(0);
}
