/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An argument without its conversion. */
BEGIN
{
	printf("%d\n", 1, 2);
	exit(0);
}
