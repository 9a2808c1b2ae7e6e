/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A number has no elements. */
BEGIN
{
	x = 1; trace(x[1]);
	exit(0);
}
