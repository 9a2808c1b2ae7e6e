/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* stddev() of 2 4 6 8. */
#pragma D option quiet

BEGIN
{
	@ = stddev(2);
	@ = stddev(4);
	@ = stddev(6);
	@ = stddev(8);
	exit(0);
}
