/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* copyinto() with an argument too few. */
BEGIN
{
	copyinto(8, 1);
}
