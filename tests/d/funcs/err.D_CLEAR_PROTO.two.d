/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* clear() has one argument. */
BEGIN
{
	@a = count(); clear(@a, 1);
	exit(0);
}
