/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* mutex_type_spin() with a structure as first argument. */
struct wrong { int member; } wrong;
BEGIN
{
	x = mutex_type_spin(wrong);
}
