/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* if and else. */
#pragma D option quiet

BEGIN
{
	x = 5;
	if (x > 3) {
		printf("big ");
	} else {
		printf("small ");
	}
	if (x == 1)
		printf("one ");
	else if (x == 5)
		printf("five ");
	else
		printf("other ");
	printf("done\n");
	exit(0);
}
