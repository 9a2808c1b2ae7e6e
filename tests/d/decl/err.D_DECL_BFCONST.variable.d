/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The width of a bit-field is a constant. */
int n;
struct s { int a : n; };
BEGIN
{
	trace(1);
	exit(0);
}
