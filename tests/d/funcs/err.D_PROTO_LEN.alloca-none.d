/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* alloca() with the wrong number of arguments. */
BEGIN
{
	x = alloca();
	exit(0);
}
