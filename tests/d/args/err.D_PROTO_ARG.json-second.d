/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* json() with a structure as second argument. */
struct wrong { int member; } wrong;
BEGIN
{
	x = json("a", wrong);
}
