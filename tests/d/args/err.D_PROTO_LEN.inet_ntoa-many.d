/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* inet_ntoa() with an argument too many. */
BEGIN
{
	x = inet_ntoa((ipaddr_t *)8, 1);
}
