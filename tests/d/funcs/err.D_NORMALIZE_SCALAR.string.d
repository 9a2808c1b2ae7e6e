/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The factor is a number. */
BEGIN
{
	@a = count(); normalize(@a, "x");
	exit(0);
}
