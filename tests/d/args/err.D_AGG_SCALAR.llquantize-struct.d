/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* llquantize() of a structure. */
struct wrong { int member; } wrong;
BEGIN
{
	@ = llquantize(wrong, 10, 0, 2, 10);
}
