/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* dirname() with an argument too many. */
BEGIN
{
	x = dirname("a", 1);
}
