/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* getmajor() without arguments. */
BEGIN
{
	x = getmajor();
}
