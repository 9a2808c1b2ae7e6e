/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* basename() of a number. */
BEGIN
{
	x = basename(5);
}
