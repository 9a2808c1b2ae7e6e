/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* strjoin() with an argument too many. */
BEGIN
{
	x = strjoin("a", "a", 1);
}
