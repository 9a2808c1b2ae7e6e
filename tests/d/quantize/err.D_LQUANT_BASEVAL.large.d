/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The base has 32 bits. */
BEGIN
{
	@ = lquantize(1, -4294967296, 10, 1);
	exit(0);
}
