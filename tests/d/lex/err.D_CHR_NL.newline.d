/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A character ends on its line. */
BEGIN
{
	trace('a
');
}
