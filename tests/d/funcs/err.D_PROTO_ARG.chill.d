/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* chill() with an argument of the wrong type. */
BEGIN
{
	chill("a");
	exit(0);
}
