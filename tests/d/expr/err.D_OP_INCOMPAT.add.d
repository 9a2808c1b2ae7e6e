/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A string cannot be added. */
BEGIN
{
	trace("a" + 1);
	exit(0);
}
