/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An aggregation that nothing was put into is not printed. */
#pragma D option quiet

BEGIN
{
	printf("x\n");
	exit(0);
}
