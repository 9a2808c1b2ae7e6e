/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* getmajor() with an argument too many. */
BEGIN
{
	x = getmajor(1, 1);
}
