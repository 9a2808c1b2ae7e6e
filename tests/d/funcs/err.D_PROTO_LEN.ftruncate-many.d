/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* ftruncate() with the wrong number of arguments. */
BEGIN
{
	ftruncate(1);
	exit(0);
}
