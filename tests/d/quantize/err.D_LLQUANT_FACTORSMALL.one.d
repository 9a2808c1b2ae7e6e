/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The factor is at least 2. */
BEGIN
{
	@ = llquantize(1, 1, 0, 6, 20);
	exit(0);
}
