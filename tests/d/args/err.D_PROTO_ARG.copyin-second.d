/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* copyin() with a structure as second argument. */
struct wrong { int member; } wrong;
BEGIN
{
	x = copyin(8, wrong);
}
