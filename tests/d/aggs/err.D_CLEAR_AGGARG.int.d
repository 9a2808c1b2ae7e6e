/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* clear() of an integer. */
BEGIN
{
	clear(5);
	exit(0);
}
