/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A sum cannot be assigned. */
BEGIN
{
	x = 1; x + 1 = 2;
	exit(0);
}
