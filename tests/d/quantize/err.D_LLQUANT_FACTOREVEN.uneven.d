/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Steps divide the factor's powers. */
BEGIN
{
	@ = llquantize(1, 10, 0, 6, 15);
	exit(0);
}
