/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* quantize() of a string. */
BEGIN
{
	@ = quantize("text");
}
