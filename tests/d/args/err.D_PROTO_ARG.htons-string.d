/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* htons() of a string. */
BEGIN
{
	x = htons("five");
}
