/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Empty bodies. */
#pragma D option quiet

BEGIN
{
	if (1) {
	} else {
		printf("no");
	}
	if (0)
		;
	printf("ok\n");
	exit(0);
}
