/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* rindex() with an argument too few. */
BEGIN
{
	x = rindex("a");
}
