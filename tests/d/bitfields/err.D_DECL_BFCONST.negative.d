/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A width is not negative. */
struct s { int a : -1; };
BEGIN { exit(0); }
