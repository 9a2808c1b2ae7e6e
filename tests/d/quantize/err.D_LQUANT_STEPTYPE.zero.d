/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The step is positive. */
BEGIN
{
	@ = lquantize(1, 0, 10, 0);
	exit(0);
}
