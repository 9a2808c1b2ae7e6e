/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* strtoll() of a number. */
BEGIN
{
	x = strtoll(5);
}
