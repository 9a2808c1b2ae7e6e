/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* setopt() with a structure as second argument. */
struct wrong { int member; } wrong;
BEGIN
{
	setopt("a", wrong);
}
