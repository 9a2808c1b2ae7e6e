/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* mutex_owner() with an argument too many. */
BEGIN
{
	x = mutex_owner((struct mutex *)8, 1);
}
