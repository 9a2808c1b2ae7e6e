/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A constant is not stepped. */
BEGIN
{
	trace(++5);
}
