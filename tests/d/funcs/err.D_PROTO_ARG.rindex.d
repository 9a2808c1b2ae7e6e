/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* rindex() with an argument of the wrong type. */
BEGIN
{
	x = rindex(5, "a");
	exit(0);
}
