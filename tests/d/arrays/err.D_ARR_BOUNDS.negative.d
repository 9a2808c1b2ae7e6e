/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An index below 0. */
int a[5];
BEGIN
{
	trace(a[-1]);
}
