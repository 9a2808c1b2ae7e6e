/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* mutex_owner() without arguments. */
BEGIN
{
	x = mutex_owner();
}
