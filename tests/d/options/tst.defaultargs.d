/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * -x defaultargs: arguments that are not there.
 * @@options: -x defaultargs
 */
#pragma D option quiet

BEGIN
{
	printf("%d [%s]\n", $1, $$2);
	exit(0);
}
