/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* avg() of a structure. */
struct wrong { int member; } wrong;
BEGIN
{
	@ = avg(wrong);
}
