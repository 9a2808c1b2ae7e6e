/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* stddev() of a structure. */
struct wrong { int member; } wrong;
BEGIN
{
	@ = stddev(wrong);
}
