/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Division by zero ends the clause, not the program.
 * @@errsed: s| at DIF offset [0-9]*$||;s|action #[0-9]*|action|
 */
#pragma D option quiet

int zero;

BEGIN
{
	printf("before\n");
	trace(1 / zero);
	printf("never\n");
}

BEGIN
{
	printf("after\n");
	exit(0);
}
