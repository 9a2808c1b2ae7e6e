/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* normalize() of an integer. */
BEGIN
{
	normalize(5, 5);
	exit(0);
}
