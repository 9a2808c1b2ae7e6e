/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* cleanpath() of a number. */
BEGIN
{
	x = cleanpath(5);
}
