/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* mutex_type_spin() with an argument too many. */
BEGIN
{
	x = mutex_type_spin((struct mutex *)8, 1);
}
