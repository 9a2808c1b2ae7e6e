/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* * is for numbers. */
BEGIN
{
	trace("a" * 2);
	exit(0);
}
