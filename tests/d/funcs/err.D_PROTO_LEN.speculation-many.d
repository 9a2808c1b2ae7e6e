/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* speculation() with the wrong number of arguments. */
BEGIN
{
	x = speculation(1);
	exit(0);
}
