/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A translation to a structure is no pointer. */
struct out { int b; };
translator struct out < int n > { b = n; };
BEGIN
{
	trace(xlate <struct out> (1)->b);
	exit(0);
}
