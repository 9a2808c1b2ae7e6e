/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A string has a column of 33.
 * @@testing
 */
BEGIN
{
	trace("hello");
	trace("");
	trace("x");
	exit(0);
}
