/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* htons() with an argument too many. */
BEGIN
{
	x = htons(1, 1);
}
