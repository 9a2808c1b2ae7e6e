/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* stddev() with two arguments. */
BEGIN
{
	@ = stddev(1, 2);
}
