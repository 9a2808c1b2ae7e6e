/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Strings with escapes. */
#pragma D option quiet

BEGIN
{
	printf("%s", "a\tb\\c\"d\n");
	printf("%s\n", "\101\x42\103");
	printf("%d\n", strlen("\n\t"));
	exit(0);
}
