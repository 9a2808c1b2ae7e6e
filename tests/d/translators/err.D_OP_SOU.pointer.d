/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A translation to a pointer is no structure. */
struct out { int b; };
translator struct out < int n > { b = n; };
BEGIN
{
	trace(xlate <struct out *> (1).b);
	exit(0);
}
