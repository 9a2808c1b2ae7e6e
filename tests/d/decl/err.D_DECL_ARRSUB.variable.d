/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The size of an array is a constant. */
int n;
int a[n];
BEGIN
{
	trace(1);
	exit(0);
}
