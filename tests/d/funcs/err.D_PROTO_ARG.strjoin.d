/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* strjoin() with an argument of the wrong type. */
BEGIN
{
	x = strjoin("a", 5);
	exit(0);
}
