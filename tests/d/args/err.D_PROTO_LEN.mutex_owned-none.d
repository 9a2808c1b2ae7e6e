/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* mutex_owned() without arguments. */
BEGIN
{
	x = mutex_owned();
}
