/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* mutex_type_spin() without arguments. */
BEGIN
{
	x = mutex_type_spin();
}
