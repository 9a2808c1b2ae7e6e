/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* In the illumos lineage a third argument of 0 limits nothing, and neither does one that is negative or too large. */
#pragma D option quiet
BEGIN
{
	tracemem("abc", 4, 0);
	tracemem("abc", 4, -1);
	tracemem("abc", 4, 5);
	exit(0);
}
