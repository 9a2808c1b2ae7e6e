/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* mutex_owned() with an argument too many. */
BEGIN
{
	x = mutex_owned((struct mutex *)8, 1);
}
