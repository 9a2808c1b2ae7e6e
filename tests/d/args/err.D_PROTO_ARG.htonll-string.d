/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* htonll() of a string. */
BEGIN
{
	x = htonll("five");
}
