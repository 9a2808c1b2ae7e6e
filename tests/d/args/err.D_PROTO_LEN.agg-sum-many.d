/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* sum() with two arguments. */
BEGIN
{
	@ = sum(1, 2);
}
