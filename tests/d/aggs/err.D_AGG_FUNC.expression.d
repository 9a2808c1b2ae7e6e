/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The right side is no aggregating function. */
BEGIN
{
	@ = 5;
	exit(0);
}
