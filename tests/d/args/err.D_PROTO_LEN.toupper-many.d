/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* toupper() with an argument too many. */
BEGIN
{
	x = toupper("a", 1);
}
