/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The number of trunc(). */
BEGIN
{
	@a = count(); trunc(@a, "x");
	exit(0);
}
