/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* dirname() without arguments. */
BEGIN
{
	x = dirname();
}
