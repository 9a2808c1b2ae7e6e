/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Two operands without operator. */
BEGIN
{
	x = 5 6;
}
