/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* rw_write_held() with a structure as first argument. */
struct wrong { int member; } wrong;
BEGIN
{
	x = rw_write_held(wrong);
}
