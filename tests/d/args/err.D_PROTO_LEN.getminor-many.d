/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* getminor() with an argument too many. */
BEGIN
{
	x = getminor(1, 1);
}
