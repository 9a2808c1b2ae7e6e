/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* basename() with the wrong number of arguments. */
BEGIN
{
	x = basename();
	exit(0);
}
