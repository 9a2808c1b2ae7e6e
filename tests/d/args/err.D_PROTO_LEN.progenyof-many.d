/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* progenyof() with an argument too many. */
BEGIN
{
	x = progenyof(1, 1);
}
