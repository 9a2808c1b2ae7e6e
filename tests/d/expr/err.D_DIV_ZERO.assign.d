/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Division by a constant zero. */
BEGIN
{
	x = 1; x /= 0;
	exit(0);
}
