/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* avg() is normalised too. */
#pragma D option quiet

BEGIN
{
	@ = avg(100);
	@ = avg(300);
	normalize(@, 10);
	exit(0);
}
