/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* stringof of a structure. */
struct s { int a; } v;
BEGIN { trace(stringof(v)); }
