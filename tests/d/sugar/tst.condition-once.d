/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The condition is computed once, even when the body changes it. */
#pragma D option quiet

BEGIN
{
	x = 1;
	if (x) {
		x = 0;
		printf("then ");
	} else {
		printf("else ");
	}
	printf("%d\n", x);
	exit(0);
}
