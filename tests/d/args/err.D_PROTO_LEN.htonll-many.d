/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* htonll() with an argument too many. */
BEGIN
{
	x = htonll(1, 1);
}
