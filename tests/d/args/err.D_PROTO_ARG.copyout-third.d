/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* copyout() with a structure as third argument. */
struct wrong { int member; } wrong;
BEGIN
{
	copyout((void *)8, 8, wrong);
}
