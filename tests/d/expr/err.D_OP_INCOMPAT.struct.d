/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Structures of two kinds. */
struct a { int x; };
struct b { int x; };
struct a *p;
struct b *q;
BEGIN
{
	p = q;
	exit(0);
}
