/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* copyinstr() with a structure as second argument. */
struct wrong { int member; } wrong;
BEGIN
{
	x = copyinstr(8, wrong);
}
