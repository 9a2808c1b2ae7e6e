/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* %hd of a long. */
BEGIN
{
	printf("%hd\n", (long)5);
	exit(0);
}
