/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* progenyof() with the wrong number of arguments. */
BEGIN
{
	x = progenyof();
	exit(0);
}
