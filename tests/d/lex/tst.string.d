/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Escapes in strings; adjacent strings. */
#pragma D option quiet

BEGIN
{
	printf("[%s] [%s] [%s]\n", "a\tb", "q\"q", "\x41\102" "C");
	exit(0);
}
