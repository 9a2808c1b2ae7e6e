/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * An argument that nobody uses.
 * @@args: 1 2
 */
BEGIN
{
	printf("%d\n", $1);
	exit(0);
}
