/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Positional arguments do not exist. */
BEGIN
{
	printf("%1$d\n", 1);
	exit(0);
}
