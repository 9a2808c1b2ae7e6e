/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A string and a number do not compare. */
BEGIN
{
	trace("a" < 1);
	exit(0);
}
