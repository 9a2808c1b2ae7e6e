/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* strrchr() with an argument too many. */
BEGIN
{
	x = strrchr("a", 'a', 1);
}
