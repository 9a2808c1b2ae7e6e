/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A string longer than its column is printed whole.
 * @@testing
 */
BEGIN
{
	trace("0123456789012345678901234567890123456789");
	exit(0);
}
