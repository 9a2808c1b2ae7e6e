/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* sum() of a structure. */
struct wrong { int member; } wrong;
BEGIN
{
	@ = sum(wrong);
}
