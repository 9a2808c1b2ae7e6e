/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* ntohs() with an argument too many. */
BEGIN
{
	x = ntohs(1, 1);
}
