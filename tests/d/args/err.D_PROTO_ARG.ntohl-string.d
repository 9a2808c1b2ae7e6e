/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* ntohl() of a string. */
BEGIN
{
	x = ntohl("five");
}
