/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* lquantize() without its bounds. */
BEGIN
{
	@ = lquantize(1);
}
