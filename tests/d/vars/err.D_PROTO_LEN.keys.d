/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The number of keys is fixed. */
BEGIN
{
	a[1, 2] = 1; trace(a[1]);
	exit(0);
}
