/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A tag is of one kind only. */
struct s { int a; };
struct s { int b; };
BEGIN { exit(0); }
