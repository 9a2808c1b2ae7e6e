/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* copyin() without arguments. */
BEGIN
{
	x = copyin();
}
