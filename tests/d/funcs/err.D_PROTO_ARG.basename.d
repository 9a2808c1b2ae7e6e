/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* basename() with an argument of the wrong type. */
BEGIN
{
	x = basename(5);
	exit(0);
}
