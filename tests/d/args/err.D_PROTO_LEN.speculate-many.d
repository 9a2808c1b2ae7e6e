/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* speculate() with an argument too many. */
BEGIN
{
	speculate(1, 1);
}
