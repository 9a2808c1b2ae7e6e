/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* exit() with an argument of the wrong type. */
BEGIN
{
	exit("a");
	exit(0);
}
