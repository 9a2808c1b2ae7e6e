/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* min() of a structure. */
struct wrong { int member; } wrong;
BEGIN
{
	@ = min(wrong);
}
