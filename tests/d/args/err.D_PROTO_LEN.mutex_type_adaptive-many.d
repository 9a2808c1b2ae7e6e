/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* mutex_type_adaptive() with an argument too many. */
BEGIN
{
	x = mutex_type_adaptive((struct mutex *)8, 1);
}
