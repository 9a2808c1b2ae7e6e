/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* lltostr() with a structure as second argument. */
struct wrong { int member; } wrong;
BEGIN
{
	x = lltostr(1, wrong);
}
