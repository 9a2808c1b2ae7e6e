/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* cleanpath() with an argument of the wrong type. */
BEGIN
{
	x = cleanpath(5);
	exit(0);
}
