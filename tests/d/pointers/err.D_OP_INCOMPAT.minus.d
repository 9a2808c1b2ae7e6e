/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Pointers to different types have no difference. */
struct a { int x; };
struct b { int x; };
BEGIN { trace((struct a *)8 - (struct a *)4); trace((struct a *)8 - (struct b *)4); }
