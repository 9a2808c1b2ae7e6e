/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* lquantize() without arguments. */
BEGIN
{
	@ = lquantize();
}
