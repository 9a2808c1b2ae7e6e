/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An element of an associative array has no address. */
BEGIN
{
	a[1] = 1;
	trace(&a[1]);
}
