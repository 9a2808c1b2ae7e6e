/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* getmajor() with a structure as first argument. */
struct wrong { int member; } wrong;
BEGIN
{
	x = getmajor(wrong);
}
