/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* rindex() with an argument too many. */
BEGIN
{
	x = rindex("a", "a", 1, 1);
}
