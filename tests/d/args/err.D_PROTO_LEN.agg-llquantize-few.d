/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* llquantize() without its bounds. */
BEGIN
{
	@ = llquantize(1);
}
