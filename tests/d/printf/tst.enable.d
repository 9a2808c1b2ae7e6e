/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * printf() in a clause that is not quiet follows the columns.
 * @@testing
 */
BEGIN
{
	printf("hello %d", 5);
	exit(0);
}
