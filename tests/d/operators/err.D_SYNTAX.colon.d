/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* ?: without its colon. */
BEGIN
{
	x = 1 ? 2;
}
