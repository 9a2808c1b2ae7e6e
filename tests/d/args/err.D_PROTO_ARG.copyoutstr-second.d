/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* copyoutstr() with a structure as second argument. */
struct wrong { int member; } wrong;
BEGIN
{
	copyoutstr("a", wrong, 8);
}
