/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* rindex() with a structure as third argument. */
struct wrong { int member; } wrong;
BEGIN
{
	x = rindex("a", "a", wrong);
}
