/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A width is a number. */
struct s { int a : "x"; };
BEGIN { exit(0); }
