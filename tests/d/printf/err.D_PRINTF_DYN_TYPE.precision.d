/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A dynamic precision that is a string. */
BEGIN
{
	printf("%.*d\n", "6", 42);
	exit(0);
}
