/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A divisor that is zero after folding. */
BEGIN
{
	trace(5 / (3 - 3));
}
