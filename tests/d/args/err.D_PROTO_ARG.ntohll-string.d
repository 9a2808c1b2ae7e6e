/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* ntohll() of a string. */
BEGIN
{
	x = ntohll("five");
}
