/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* progenyof() of a string. */
BEGIN
{
	x = progenyof("five");
}
