/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* inet_ntoa6() with an argument too many. */
BEGIN
{
	x = inet_ntoa6((struct in6_addr *)8, 1, 1);
}
