/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* copyinto() with an argument too many. */
BEGIN
{
	copyinto(8, 1, (void *)8, 1);
}
