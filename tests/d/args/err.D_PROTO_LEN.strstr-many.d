/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* strstr() with an argument too many. */
BEGIN
{
	x = strstr("a", "a", 1);
}
