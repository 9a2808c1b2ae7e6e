/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Script arguments as numbers and strings.
 * @@args: 41 "two words"
 */
#pragma D option quiet

BEGIN
{
	printf("%d %s %s\n", $1 + 1, $$1, $$2);
	exit(0);
}
