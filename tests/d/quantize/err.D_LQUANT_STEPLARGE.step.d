/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* At least one level must fit. */
BEGIN
{
	@ = lquantize(1, 0, 10, 11);
	exit(0);
}
