/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* this-> has no arrays with keys. */
this int a[int];
BEGIN
{
	trace(1);
	exit(0);
}
