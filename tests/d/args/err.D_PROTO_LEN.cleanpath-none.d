/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* cleanpath() without arguments. */
BEGIN
{
	x = cleanpath();
}
