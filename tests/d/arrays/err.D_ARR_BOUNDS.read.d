/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An index far behind the end. */
int a[5];
BEGIN
{
	trace(a[100]);
}
