/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The second index out of its bounds. */
int a[5][3];
BEGIN
{
	trace(a[4][3]);
}
