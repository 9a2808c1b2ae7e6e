/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The limit is above the base. */
BEGIN
{
	@ = lquantize(1, 10, 10, 1);
	exit(0);
}
