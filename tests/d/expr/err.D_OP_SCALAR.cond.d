/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The condition of ?: is a scalar. */
BEGIN
{
	trace("a" ? 1 : 2);
	exit(0);
}
