/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* progenyof() with an argument of the wrong type. */
BEGIN
{
	x = progenyof("a");
	exit(0);
}
