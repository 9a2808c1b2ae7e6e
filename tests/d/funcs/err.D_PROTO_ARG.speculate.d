/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* speculate() with an argument of the wrong type. */
BEGIN
{
	speculate("a");
	exit(0);
}
