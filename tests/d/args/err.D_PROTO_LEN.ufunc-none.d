/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* ufunc() without arguments. */
BEGIN
{
	ufunc();
}
