/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An int has 32 bits. */
struct s { int a : 33; };
BEGIN { exit(0); }
