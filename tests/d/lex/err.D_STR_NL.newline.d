/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A string ends on its line. */
BEGIN
{
	trace("abc
");
}
