/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* quantize() of a structure. */
struct wrong { int member; } wrong;
BEGIN
{
	@ = quantize(wrong);
}
