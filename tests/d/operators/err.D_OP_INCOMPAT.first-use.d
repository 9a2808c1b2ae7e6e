/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The first assignment gives the type. */
BEGIN
{
	x = "text";
	x = 5;
}
