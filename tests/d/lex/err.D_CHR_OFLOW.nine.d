/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* At most eight characters. */
BEGIN
{
	trace('abcdefghi');
	exit(0);
}
