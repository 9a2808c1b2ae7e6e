/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* copyoutstr() with an argument too few. */
BEGIN
{
	copyoutstr("a", 8);
}
