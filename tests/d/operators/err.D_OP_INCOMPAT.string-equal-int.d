/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A string is not compared with a number. */
BEGIN
{
	trace("a" == 1);
}
