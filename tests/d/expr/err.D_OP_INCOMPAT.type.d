/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A variable keeps its type. */
BEGIN
{
	x = 1; x = "a";
	exit(0);
}
