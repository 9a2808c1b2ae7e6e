/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Probes that are no entry or return: a bar, and function:name.
 * @@testing
 * @@options: -F
 */
BEGIN
{
	trace(1);
	exit(0);
}
