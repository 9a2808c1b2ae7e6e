/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* copyinto() with a structure as second argument. */
struct wrong { int member; } wrong;
BEGIN
{
	copyinto(8, wrong, (void *)8);
}
