/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An operator without right operand. */
BEGIN
{
	x = 5 +;
}
