/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* lltostr() with an argument too many. */
BEGIN
{
	x = lltostr(1, 10, 1);
}
