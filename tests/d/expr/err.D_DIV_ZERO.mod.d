/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Remainder by a constant zero. */
BEGIN
{
	trace(1 % 0);
	exit(0);
}
