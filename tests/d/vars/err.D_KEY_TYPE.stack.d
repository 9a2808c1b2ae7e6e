/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A stack is no key of an array. */
BEGIN
{
	a[stack()] = 1;
	exit(0);
}
