/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* ntohll() with an argument too many. */
BEGIN
{
	x = ntohll(1, 1);
}
