/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* rand() with the wrong number of arguments. */
BEGIN
{
	x = rand(1);
	exit(0);
}
