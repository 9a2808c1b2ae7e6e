/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* ntohll() without arguments. */
BEGIN
{
	x = ntohll();
}
