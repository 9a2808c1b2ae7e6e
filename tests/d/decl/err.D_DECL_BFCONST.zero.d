/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A bit-field with a name has a width. */
struct s { int a : 0; };
BEGIN
{
	trace(1);
	exit(0);
}
