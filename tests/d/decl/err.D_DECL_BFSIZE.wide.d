/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A bit-field is not wider than its type. */
struct s { char a : 9; };
BEGIN
{
	trace(1);
	exit(0);
}
