/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An array is not assigned as a whole. */
int a[3];
int b[3];
BEGIN
{
	a = b;
	exit(0);
}
