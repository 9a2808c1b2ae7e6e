/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* d_path() with a structure as first argument. */
struct wrong { int member; } wrong;
BEGIN
{
	x = d_path(wrong);
}
