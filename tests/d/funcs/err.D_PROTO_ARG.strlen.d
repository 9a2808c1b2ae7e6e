/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* strlen() with an argument of the wrong type. */
BEGIN
{
	x = strlen(5);
	exit(0);
}
