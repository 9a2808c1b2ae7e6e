/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* -> wants a pointer to a structure. */
BEGIN
{
	trace(((int *)8)->a);
}
