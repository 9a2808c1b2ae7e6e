/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* index() with an argument of the wrong type. */
BEGIN
{
	x = index("a", 1);
	exit(0);
}
