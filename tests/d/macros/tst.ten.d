/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * More than nine arguments.
 * @@args: a b c d e f g h i j k
 * @@options: -x argref
 */
#pragma D option quiet

BEGIN
{
	printf("%s %s %s\n", $$1, $$10, $$11);
	exit(0);
}
