/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A conversion without its argument. */
BEGIN
{
	printf("%d %d\n", 1);
	exit(0);
}
