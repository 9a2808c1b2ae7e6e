/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A description that matches nothing is let through; but nobody knows its arguments.
 * @@options: -Z
 */
nosuch:::probe
{
	trace(args[0]);
}
BEGIN { exit(0); }
