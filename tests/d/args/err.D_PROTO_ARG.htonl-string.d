/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* htonl() of a string. */
BEGIN
{
	x = htonl("five");
}
