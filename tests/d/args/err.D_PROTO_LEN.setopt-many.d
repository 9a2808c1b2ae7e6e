/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* setopt() with an argument too many. */
BEGIN
{
	setopt("a", "a", 1);
}
