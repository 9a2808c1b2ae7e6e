/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A constant cannot be assigned. */
BEGIN
{
	5 = 1;
	exit(0);
}
