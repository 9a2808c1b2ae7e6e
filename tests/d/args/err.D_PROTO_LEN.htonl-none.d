/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* htonl() without arguments. */
BEGIN
{
	x = htonl();
}
