/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A translation is no operand: only its members have values. */
struct out { int b; };
translator struct out < int I > { b = I; };
BEGIN
{
	trace(xlate <struct out *> (1) + 1);
	exit(0);
}
