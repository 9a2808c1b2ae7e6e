/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An array without keys. */
int a[int];
BEGIN
{
	trace(a);
	exit(0);
}
