/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* ntohs() of a string. */
BEGIN
{
	x = ntohs("five");
}
