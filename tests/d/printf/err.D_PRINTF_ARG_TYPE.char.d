/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* %c of a string. */
BEGIN
{
	printf("%c\n", "c");
	exit(0);
}
