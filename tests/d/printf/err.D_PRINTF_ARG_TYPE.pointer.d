/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* %d of a structure. */
struct s { int a; } v;
BEGIN { printf("%d", v); }
