/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A structure does not hold itself, not in an array either. */
struct zq { int a; struct zq b[2][2]; };
BEGIN { exit(0); }
