/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* index() with an argument too many. */
BEGIN
{
	x = index("a", "a", 1, 1);
}
