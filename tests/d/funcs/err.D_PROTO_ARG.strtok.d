/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* strtok() with an argument of the wrong type. */
BEGIN
{
	x = strtok(5, "a");
	exit(0);
}
