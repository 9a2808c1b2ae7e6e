/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* umod() with a structure as first argument. */
struct wrong { int member; } wrong;
BEGIN
{
	umod(wrong);
}
