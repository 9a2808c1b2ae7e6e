/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Strings are not added. */
BEGIN
{
	trace("a" + "b");
	exit(0);
}
