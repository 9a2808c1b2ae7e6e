/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* speculate() with the wrong number of arguments. */
BEGIN
{
	speculate();
	exit(0);
}
