/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* copyin() with an argument of the wrong type. */
BEGIN
{
	x = copyin("a", 5);
	exit(0);
}
