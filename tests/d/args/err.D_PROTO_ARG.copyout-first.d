/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* copyout() with a structure as first argument. */
struct wrong { int member; } wrong;
BEGIN
{
	copyout(wrong, 8, 8);
}
