/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* << is for integers. */
BEGIN
{
	trace("a" << 1);
	exit(0);
}
