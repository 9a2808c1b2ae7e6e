/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An element that is an array cannot be stepped. */
int a[3];
BEGIN
{
	a++;
	exit(0);
}
