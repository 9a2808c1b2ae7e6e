/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An inline that takes a structure is given the pointer. */
struct out { int b; };
translator struct out < int I > { b = I; };
inline int twice[struct out o] = o.b * 2;
BEGIN
{
	trace(twice[xlate <struct out *> (4)]);
	exit(0);
}
