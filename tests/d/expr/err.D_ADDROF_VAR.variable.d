/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* & of a variable. */
BEGIN
{
	x = 1; trace(&x);
	exit(0);
}
