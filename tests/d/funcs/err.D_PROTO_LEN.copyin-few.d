/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* copyin() with the wrong number of arguments. */
BEGIN
{
	x = copyin(1);
	exit(0);
}
