/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* ntohl() with an argument too many. */
BEGIN
{
	x = ntohl(1, 1);
}
