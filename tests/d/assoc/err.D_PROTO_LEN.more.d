/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The number of keys is fixed by the first use. */
BEGIN
{
	a[1, 2] = 5;
	a[1, 2, 3] = 5;
}
