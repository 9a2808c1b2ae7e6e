/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A char has 8 bits. */
struct s { char a : 9; };
BEGIN { exit(0); }
