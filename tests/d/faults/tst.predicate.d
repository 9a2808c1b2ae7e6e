/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A fault in a predicate.
 * @@errsed: s| at DIF offset [0-9]*$||;s|action #[0-9]*|action|
 */
#pragma D option quiet

int zero;

BEGIN
/1 / zero/
{
	printf("never\n");
}

BEGIN
{
	exit(0);
}
