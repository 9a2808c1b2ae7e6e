/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A structure is not cast. */
struct s { int a; } v;
BEGIN { trace((int)v); }
