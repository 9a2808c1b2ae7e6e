/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* substr() with the wrong number of arguments. */
BEGIN
{
	x = substr("a");
	exit(0);
}
