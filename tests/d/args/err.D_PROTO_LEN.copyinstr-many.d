/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* copyinstr() with an argument too many. */
BEGIN
{
	x = copyinstr(8, 8, 1);
}
