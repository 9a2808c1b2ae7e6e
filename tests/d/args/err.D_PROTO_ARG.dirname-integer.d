/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* dirname() of a number. */
BEGIN
{
	x = dirname(5);
}
