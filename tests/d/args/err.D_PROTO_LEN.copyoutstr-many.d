/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* copyoutstr() with an argument too many. */
BEGIN
{
	copyoutstr("a", 8, 8, 1);
}
