/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* substr() with an argument of the wrong type. */
BEGIN
{
	x = substr("a", "b");
	exit(0);
}
