/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* exit() with the wrong number of arguments. */
BEGIN
{
	exit(1, 2);
	exit(0);
}
