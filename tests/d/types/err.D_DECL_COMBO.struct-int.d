/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A structure and int do not combine. */
struct s { int a; };
struct s int x;
BEGIN { exit(0); }
