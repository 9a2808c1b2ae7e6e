/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Division by a constant zero. */
BEGIN
{
	trace(1 / 0);
	exit(0);
}
