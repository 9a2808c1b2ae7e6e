/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* index() with the wrong number of arguments. */
BEGIN
{
	x = index("a");
	exit(0);
}
