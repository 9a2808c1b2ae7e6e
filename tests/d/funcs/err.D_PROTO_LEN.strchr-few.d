/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* strchr() with the wrong number of arguments. */
BEGIN
{
	x = strchr("a");
	exit(0);
}
