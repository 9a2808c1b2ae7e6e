/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * An argument is what it looks like: a number of any base, a name, a string.
 * @@args: 5 077 0x10 variable "two words"
 */
#pragma D option quiet

int variable;
BEGIN
{
	$4 = 9;
	printf("%d %d %d %d %s\n", $1 + 1, $2, $3, variable, $$5);
	exit(0);
}
