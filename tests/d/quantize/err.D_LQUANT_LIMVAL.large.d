/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The limit has 32 bits. */
BEGIN
{
	@ = lquantize(1, 0, 4294967296, 100);
	exit(0);
}
