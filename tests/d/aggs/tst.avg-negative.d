/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* avg() of negative values. */
#pragma D option quiet

BEGIN
{
	@ = avg(-5);
	@ = avg(-6);
	@ = avg(-7);
	exit(0);
}
