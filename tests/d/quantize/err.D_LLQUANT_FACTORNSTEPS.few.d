/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* At least as many steps as the factor. */
BEGIN
{
	@ = llquantize(1, 10, 0, 6, 5);
	exit(0);
}
