/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* quantize() without arguments. */
BEGIN
{
	@ = quantize();
}
