/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* lltostr() with an argument of the wrong type. */
BEGIN
{
	x = lltostr("a");
	exit(0);
}
