/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* normalize() has two arguments. */
BEGIN
{
	@a = count(); normalize(@a);
	exit(0);
}
