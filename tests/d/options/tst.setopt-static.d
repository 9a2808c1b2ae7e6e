/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * setopt() of an option that is not dynamic is an error of the clause.
 * @@errsed: s|.*: couldn|couldn|
 */
#pragma D option quiet

BEGIN
{
	setopt("bufsize", "1m");
	printf("on\n");
	exit(0);
}
