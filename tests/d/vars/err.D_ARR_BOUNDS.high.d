/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An index beyond the end. */
int a[3];
BEGIN
{
	trace(a[3]);
	exit(0);
}
