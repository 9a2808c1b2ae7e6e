/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* chill() with the wrong number of arguments. */
BEGIN
{
	chill();
	exit(0);
}
