/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* htons() with the wrong number of arguments. */
BEGIN
{
	x = htons();
	exit(0);
}
