/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Character constants with all escapes. */
#pragma D option quiet

BEGIN
{
	printf("%d %d %d %d %d\n", 'a', '\n', '\t', '\\', '\'');
	printf("%d %d %d %d %d\n", '\a', '\b', '\f', '\r', '\v');
	printf("%d %d %d %d\n", '\0', '\101', '\x41', '\"');
	printf("%d\n", '\377');
	exit(0);
}
