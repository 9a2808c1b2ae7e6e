/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* strtoll() with the wrong number of arguments. */
BEGIN
{
	x = strtoll();
	exit(0);
}
