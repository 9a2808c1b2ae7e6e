/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* if in a clause with a predicate. */
#pragma D option quiet

BEGIN
/0/
{
	if (1) {
		printf("wrong\n");
	} else {
		printf("wrong\n");
	}
	printf("wrong\n");
}

BEGIN
/1/
{
	if (0) {
		printf("wrong\n");
	}
	printf("right\n");
	exit(0);
}
