/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* index() with a structure as third argument. */
struct wrong { int member; } wrong;
BEGIN
{
	x = index("a", "a", wrong);
}
