/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * quiet can be unset again.
 * @@testing
 * @@options: -q -x quiet=no
 */
BEGIN
{
	printf("x");
	exit(0);
}
