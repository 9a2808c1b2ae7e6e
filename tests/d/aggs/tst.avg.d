/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* avg() is the sum by the count, cut. */
#pragma D option quiet

BEGIN
{
	@ = avg(5);
	@ = avg(6);
	@ = avg(6);
	exit(0);
}
