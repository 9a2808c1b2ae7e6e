/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* tolower() with an argument too many. */
BEGIN
{
	x = tolower("a", 1);
}
