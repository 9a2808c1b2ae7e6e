/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* max() with two arguments. */
BEGIN
{
	@ = max(1, 2);
}
