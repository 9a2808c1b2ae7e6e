/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* cleanpath() with the wrong number of arguments. */
BEGIN
{
	x = cleanpath("a", "b");
	exit(0);
}
