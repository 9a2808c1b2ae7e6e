/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Keys are not variable. */
int a[int, ...];
BEGIN
{
	trace(1);
	exit(0);
}
