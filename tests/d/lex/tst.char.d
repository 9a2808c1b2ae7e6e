/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Character constants and their escapes. */
#pragma D option quiet

BEGIN
{
	printf("%d %d %d %d %d %d %d\n", 'a', '\n', '\0', '\101', '\x41', '\'', '\\');
	printf("%x %x\n", 'ab', 'abcd');
	printf("%d\n", '\377');
	exit(0);
}
