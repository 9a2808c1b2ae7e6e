/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* basename() with an argument too many. */
BEGIN
{
	x = basename("a", 1);
}
