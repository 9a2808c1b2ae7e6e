/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* && binds tighter than ^^, which binds tighter than ||. */
#pragma D option quiet

BEGIN
{
	printf("%d %d\n", 1 || 0 && 0, (1 || 0) && 0);
	printf("%d %d\n", 1 || 1 ^^ 1, (1 || 1) ^^ 1);
	printf("%d %d\n", 1 ^^ 1 && 0, (1 ^^ 1) && 0);
	exit(0);
}
