/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* htonl() with an argument too many. */
BEGIN
{
	x = htonl(1, 1);
}
