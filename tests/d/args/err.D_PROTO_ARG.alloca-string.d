/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* alloca() of a string. */
BEGIN
{
	x = alloca("five");
}
