/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* ufunc() with an argument too many. */
BEGIN
{
	ufunc(8, 1);
}
