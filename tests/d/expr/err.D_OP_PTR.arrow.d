/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* -> needs a pointer. */
BEGIN
{
	x = 1; trace(x->y);
	exit(0);
}
