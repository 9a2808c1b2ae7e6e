/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* umod() with an argument too many. */
BEGIN
{
	umod(8, 1);
}
