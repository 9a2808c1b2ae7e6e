/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* copyinstr() with the wrong number of arguments. */
BEGIN
{
	x = copyinstr();
	exit(0);
}
