/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The high magnitude is above the low one. */
BEGIN
{
	@ = llquantize(1, 10, 6, 6, 20);
	exit(0);
}
