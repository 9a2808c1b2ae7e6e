/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An array has a size. */
int a[];
BEGIN
{
	trace(1);
	exit(0);
}
