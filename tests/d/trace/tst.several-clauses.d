/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Each clause is a line of its own.
 * @@testing
 */
BEGIN
{
	trace(1);
}

BEGIN
{
	trace(2);
	exit(0);
}
