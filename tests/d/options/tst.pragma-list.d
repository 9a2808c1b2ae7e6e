/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* One pragma for each option, and their order does not matter. */
#pragma D option quiet

#pragma D option strsize=64
#pragma D option strsize=32
BEGIN
{
	printf("%d\n", sizeof (string));
	exit(0);
}
