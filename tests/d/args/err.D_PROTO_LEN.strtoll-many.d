/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* strtoll() with an argument too many. */
BEGIN
{
	x = strtoll("a", 1, 1);
}
