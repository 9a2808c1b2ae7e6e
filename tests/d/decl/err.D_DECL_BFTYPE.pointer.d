/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A bit-field is an integer. */
struct s { int *a : 3; };
BEGIN
{
	trace(1);
	exit(0);
}
