/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An array is not larger than memory. */
struct s { int a[0x7fffffff]; };
BEGIN
{
	trace(1);
	exit(0);
}
