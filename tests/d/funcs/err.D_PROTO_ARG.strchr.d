/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* strchr() with an argument of the wrong type. */
BEGIN
{
	x = strchr(5, 97);
	exit(0);
}
