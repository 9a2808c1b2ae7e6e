/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* copyinto() with a structure as first argument. */
struct wrong { int member; } wrong;
BEGIN
{
	copyinto(wrong, 1, (void *)8);
}
