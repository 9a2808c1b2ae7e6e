/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* lquantize() of a structure. */
struct wrong { int member; } wrong;
BEGIN
{
	@ = lquantize(wrong, 0, 10);
}
