/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * An argument as part of a probe name.
 * @@args: 20
 */
#pragma D option quiet

tick-$1ms
{
	printf("%s\n", probename);
	exit(0);
}
