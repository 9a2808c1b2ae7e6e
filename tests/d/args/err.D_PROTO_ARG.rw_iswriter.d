/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* rw_iswriter() with a structure as first argument. */
struct wrong { int member; } wrong;
BEGIN
{
	x = rw_iswriter(wrong);
}
