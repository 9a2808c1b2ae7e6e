/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* %= by a constant zero. */
BEGIN
{
	a = 5;
	a %= 0;
}
