/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* copyin() with an argument too many. */
BEGIN
{
	x = copyin(8, 8, 1);
}
