/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* htonl() with an argument of the wrong type. */
BEGIN
{
	x = htonl("a");
	exit(0);
}
