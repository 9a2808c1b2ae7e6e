/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* toupper() with an argument of the wrong type. */
BEGIN
{
	x = toupper(5);
	exit(0);
}
