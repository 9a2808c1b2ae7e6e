/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* bcopy() with a structure as third argument. */
struct wrong { int member; } wrong;
BEGIN
{
	bcopy((void *)8, (void *)8, wrong);
}
