/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* strrchr() with an argument too few. */
BEGIN
{
	x = strrchr("a");
}
