/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* inet_ntoa6() with a structure as second argument. */
struct wrong { int member; } wrong;
BEGIN
{
	x = inet_ntoa6((struct in6_addr *)8, wrong);
}
