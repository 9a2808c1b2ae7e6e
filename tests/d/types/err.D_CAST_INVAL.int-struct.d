/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Nothing is cast to a structure. */
struct s { int a; } v;
BEGIN { trace((struct s)5); }
