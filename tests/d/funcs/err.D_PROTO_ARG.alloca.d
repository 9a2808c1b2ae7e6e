/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* alloca() with an argument of the wrong type. */
BEGIN
{
	x = alloca("a");
	exit(0);
}
