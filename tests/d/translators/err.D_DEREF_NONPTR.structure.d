/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A translation to a structure points to nothing. */
struct out { int b; };
translator struct out < int I > { b = I; };
BEGIN
{
	trace((*xlate <struct out> (4)).b);
	exit(0);
}
