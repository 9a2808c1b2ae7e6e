/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* %C shows what cannot be printed as C would write it. */
#pragma D option quiet

BEGIN
{
	printf("%C %C %C %C\n", 'a', '\n', '\t', 1);
	exit(0);
}
