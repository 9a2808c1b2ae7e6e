/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* json() with the wrong number of arguments. */
BEGIN
{
	x = json("a");
	exit(0);
}
