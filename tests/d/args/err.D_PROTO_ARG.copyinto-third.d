/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* copyinto() with a structure as third argument. */
struct wrong { int member; } wrong;
BEGIN
{
	copyinto(8, 1, wrong);
}
