/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A conversion without any argument. */
BEGIN
{
	printf("%s\n");
	exit(0);
}
