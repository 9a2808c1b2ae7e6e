/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* %S shows what cannot be printed as C would write it. */
#pragma D option quiet

BEGIN
{
	printf("%S\n", "a\tb\nc\\d\"e");
	printf("%S|\n", "");
	exit(0);
}
