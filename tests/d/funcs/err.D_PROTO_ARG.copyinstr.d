/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* copyinstr() with an argument of the wrong type. */
BEGIN
{
	x = copyinstr("a");
	exit(0);
}
