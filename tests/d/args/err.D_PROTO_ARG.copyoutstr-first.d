/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* copyoutstr() with a structure as first argument. */
struct wrong { int member; } wrong;
BEGIN
{
	copyoutstr(wrong, 8, 8);
}
