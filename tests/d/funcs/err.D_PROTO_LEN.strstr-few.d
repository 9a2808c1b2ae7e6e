/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* strstr() with the wrong number of arguments. */
BEGIN
{
	x = strstr("a");
	exit(0);
}
