/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* substr() with an argument too many. */
BEGIN
{
	x = substr("a", 1, 1, 1);
}
