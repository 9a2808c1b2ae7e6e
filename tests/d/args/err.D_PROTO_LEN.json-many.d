/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* json() with an argument too many. */
BEGIN
{
	x = json("a", "a", 1);
}
