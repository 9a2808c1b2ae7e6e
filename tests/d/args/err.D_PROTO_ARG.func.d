/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* func() with a structure as first argument. */
struct wrong { int member; } wrong;
BEGIN
{
	func(wrong);
}
