/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The arms of ?: must agree. */
BEGIN
{
	trace(arg0 ? "a" : 5);
}
