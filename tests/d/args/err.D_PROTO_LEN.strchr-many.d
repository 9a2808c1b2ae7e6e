/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* strchr() with an argument too many. */
BEGIN
{
	x = strchr("a", 'a', 1);
}
