/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Pointers to different types are not compared. */
struct a { int x; };
struct b { int x; };
struct a *p;
struct b *q;

BEGIN { trace(p == q); exit(0); }
