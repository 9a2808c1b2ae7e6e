/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* llquantize(): linear parts of each magnitude. */
#pragma D option quiet

BEGIN
{
	@ = llquantize(15, 10, 0, 2, 10);
	@ = llquantize(250, 10, 0, 2, 10);
	exit(0);
}
