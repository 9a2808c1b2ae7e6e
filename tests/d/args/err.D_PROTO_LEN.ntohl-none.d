/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* ntohl() without arguments. */
BEGIN
{
	x = ntohl();
}
