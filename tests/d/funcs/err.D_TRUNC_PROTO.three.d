/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* trunc() has two arguments. */
BEGIN
{
	@a = count(); trunc(@a, 1, 2);
	exit(0);
}
