/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The value is any expression. */
#pragma D option quiet

BEGIN
{
	@ = sum(1 ? 4 : 5);
	@ = sum(strlen("four"));
	exit(0);
}
