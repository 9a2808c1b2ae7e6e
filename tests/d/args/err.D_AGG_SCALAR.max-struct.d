/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* max() of a structure. */
struct wrong { int member; } wrong;
BEGIN
{
	@ = max(wrong);
}
