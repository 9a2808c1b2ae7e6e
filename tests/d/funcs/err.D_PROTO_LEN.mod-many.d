/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* mod() with the wrong number of arguments. */
BEGIN
{
	mod(1, 2);
	exit(0);
}
