/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A structure is more than an array without a size. */
struct s { int a[]; };
BEGIN { exit(0); }
