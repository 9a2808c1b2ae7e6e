/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* * wants arithmetic operands. */
BEGIN
{
	trace("a" * 2);
}
