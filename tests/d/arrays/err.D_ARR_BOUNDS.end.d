/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The first index behind the end. */
int a[5];
BEGIN
{
	a[5] = 1;
}
