/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* strtok() with an argument too many. */
BEGIN
{
	x = strtok("a", "a", 1);
}
