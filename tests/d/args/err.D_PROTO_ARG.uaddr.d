/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* uaddr() with a structure as first argument. */
struct wrong { int member; } wrong;
BEGIN
{
	uaddr(wrong);
}
