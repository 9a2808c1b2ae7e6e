/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* lquantize() of a string. */
BEGIN
{
	@ = lquantize("text", 0, 10);
}
