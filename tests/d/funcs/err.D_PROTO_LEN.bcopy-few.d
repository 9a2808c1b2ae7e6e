/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* bcopy() with the wrong number of arguments. */
BEGIN
{
	x = bcopy(0, 0);
	exit(0);
}
