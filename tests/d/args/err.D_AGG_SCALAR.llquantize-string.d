/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* llquantize() of a string. */
BEGIN
{
	@ = llquantize("text", 10, 0, 2, 10);
}
