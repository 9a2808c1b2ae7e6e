/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Without -q the type follows the columns of the probe.
 * @@testing
 */
BEGIN
{
	print(5);
	exit(0);
}
