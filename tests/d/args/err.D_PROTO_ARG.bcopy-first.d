/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* bcopy() with a structure as first argument. */
struct wrong { int member; } wrong;
BEGIN
{
	bcopy(wrong, (void *)8, 1);
}
