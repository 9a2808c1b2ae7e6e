/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* %s of an integer. */
BEGIN
{
	printf("%s\n", 5);
	exit(0);
}
