/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A structure of another type is not assigned. */
struct a { int x; } sa;
struct b { int x; } sb;
BEGIN
{
	sa = sb;
}
