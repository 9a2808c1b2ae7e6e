/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Unary - wants an arithmetic operand. */
BEGIN
{
	trace(-"a");
}
