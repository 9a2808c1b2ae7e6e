/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A clause without a body prints its line.
 * @@testing
 */
BEGIN

BEGIN
{
	exit(0);
}
