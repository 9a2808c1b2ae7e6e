/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A structure is no bit-field. */
struct t { int a; };
struct s { struct t a : 3; };
BEGIN { exit(0); }
