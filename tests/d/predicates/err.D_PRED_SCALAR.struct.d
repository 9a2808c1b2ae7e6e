/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A structure is neither true nor false. */
struct s { int a; } v;
BEGIN /v/ { exit(0); }
