/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* mutex_type_adaptive() without arguments. */
BEGIN
{
	x = mutex_type_adaptive();
}
