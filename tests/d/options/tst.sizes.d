/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Sizes with their letters. */
#pragma D option quiet

#pragma D option strsize=1k
BEGIN
{
	printf("%d\n", sizeof (string));
	exit(0);
}
