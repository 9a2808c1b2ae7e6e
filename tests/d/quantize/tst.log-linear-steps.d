/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* More steps than the factor. */
#pragma D option quiet

BEGIN
{
	@ = llquantize(105, 10, 2, 3, 20);
	exit(0);
}
