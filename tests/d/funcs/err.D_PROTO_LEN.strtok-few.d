/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* strtok() with the wrong number of arguments. */
BEGIN
{
	x = strtok("a");
	exit(0);
}
