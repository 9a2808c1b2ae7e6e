/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* htonll() without arguments. */
BEGIN
{
	x = htonll();
}
