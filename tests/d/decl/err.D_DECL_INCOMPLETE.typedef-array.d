/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An array of what has no definition yet, by a name. */
typedef struct zq pair_t[2];
struct zq { int a; pair_t b; };
BEGIN { exit(0); }
