/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A variable keeps its first type: a structure does not go into a number. */
struct s { int a; } v;
BEGIN { x = 1; x = v; }
