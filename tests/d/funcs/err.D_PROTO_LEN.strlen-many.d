/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* strlen() with the wrong number of arguments. */
BEGIN
{
	x = strlen("a", 1);
	exit(0);
}
