/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* stddev() without arguments. */
BEGIN
{
	@ = stddev();
}
