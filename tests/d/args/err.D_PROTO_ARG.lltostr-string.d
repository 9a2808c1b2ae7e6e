/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* lltostr() of a string. */
BEGIN
{
	x = lltostr("five");
}
