/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* lltostr() with the wrong number of arguments. */
BEGIN
{
	x = lltostr();
	exit(0);
}
