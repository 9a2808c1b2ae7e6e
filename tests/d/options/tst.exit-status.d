/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The argument of exit() is the exit status.
 * @@status: 42
 */
#pragma D option quiet

BEGIN
{
	exit(42);
}
